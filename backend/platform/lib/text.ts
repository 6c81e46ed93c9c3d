/** Removes control and formatting characters, which a terminal would interpret. */
export function stripControlCharacters(text: string): string {
  return text.replace(/\t/g, '  ').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
}

export function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/).map(stripControlCharacters)
}

/** JSON with those characters escaped. */
export function toPrintableJson(value: unknown): string {
  return String(JSON.stringify(value, null, 2)).replace(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escapeCharacter)
}

function escapeCharacter(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    return `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`
  }).join('')
}

const HTML_ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => HTML_ENTITIES[character] ?? character)
}

/** The email is never tried. */
export const UNUSABLE_ADDRESS = 'unusable address'

/** In characters. */
const HEADER_LENGTH = 200

/** A header line: line breaks become blanks, bidirectional controls are removed. */
export function headerText(text: string): string {
  return withoutBidiControls(text)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\s]+/gu, ' ')
    .trim()
    .slice(0, HEADER_LENGTH)
}

export function withoutBidiControls(text: string): string {
  return text.replace(/\p{Bidi_Control}/gu, '')
}

/** Adds a missing full stop. */
export function asSentence(message: string): string {
  return message.endsWith('.') ? message : `${message}.`
}
