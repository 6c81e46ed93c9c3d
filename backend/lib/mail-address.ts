/** The error of a message whose address is invalid; it is never tried. */
export const UNUSABLE_ADDRESS = 'unusable address'

/** The longest subject or name, in characters. */
const HEADER_LENGTH = 200

/** Text for one header line: line breaks become blanks, and bidirectional controls are removed. */
export function headerText(text: string): string {
  return withoutBidiControls(text)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\s]+/gu, ' ')
    .trim()
    .slice(0, HEADER_LENGTH)
}

/** Removes bidirectional controls, with which a name can pose as something else. */
export function withoutBidiControls(text: string): string {
  return text.replace(/\p{Bidi_Control}/gu, '')
}
