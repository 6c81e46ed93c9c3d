import * as z from 'zod/mini'

const LINE_ENDS = /[\v\f\u0085\u2028\u2029]/g
/** Zero-width marks and marks of direction come along with copied text, and can disguise it. */
const INVISIBLE_CHARACTERS =
  /[\p{Bidi_Control}\u180E\u200B\u2060\uFEFF]|^[\u200C\u200D]+|(?<![\u200C\u200D])[\u200C\u200D]+$/gu
/** Control characters, lone surrogates and noncharacters: some can't be stored. */
const NO_TEXT = /(?![\n\t\r])[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu

/** Removes invisible marks and normalizes line ends. */
export function withoutMarks(text: string): string {
  return text.replace(LINE_ENDS, '\n').replace(INVISIBLE_CHARACTERS, '')
}

export function findNoText(text: string): string | null {
  return text.match(NO_TEXT)?.[0] ?? null
}

export function cleanText() {
  return z.overwrite<string>((text) => withoutMarks(text).replace(NO_TEXT, ''))
}
