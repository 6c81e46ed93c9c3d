import * as z from 'zod/mini'

/** Separators of lines and paragraphs that other programs write. */
const LINE_ENDS = /[\v\f\u0085\u2028\u2029]/g
/** Marks without a width and marks of direction, which come along when text is copied, and with which text can pose as another. */
const INVISIBLE_CHARACTERS =
  /[\p{Bidi_Control}\u180E\u200B\u2060\uFEFF]|^[\u200C\u200D]+|(?<![\u200C\u200D])[\u200C\u200D]+$/gu
/** Control characters, halves of characters and what is no character: some cannot be stored, none is seen. */
const NO_TEXT = /(?![\n\t\r])[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu

/** A text without invisible marks, with line feeds for other separators of lines. */
export function withoutMarks(text: string): string {
  return text.replace(LINE_ENDS, '\n').replace(INVISIBLE_CHARACTERS, '')
}

/** The first character that is no text; `null` without one. */
export function findNoText(text: string): string | null {
  return text.match(NO_TEXT)?.[0] ?? null
}

/** Cleans a text of a form or a file before its rules are checked. */
export function cleanText() {
  return z.overwrite<string>((text) => withoutMarks(text).replace(NO_TEXT, ''))
}
