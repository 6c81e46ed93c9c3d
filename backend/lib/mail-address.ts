import { EMAIL_LENGTH, isEmail } from '@shop/contract/customer'

/** The error of a message whose address is invalid; it is never tried. */
export const UNUSABLE_ADDRESS = 'unusable address'

/** The longest subject or name, in characters. */
const HEADER_LENGTH = 200

/** Whether text is a single address that cannot end a header or name a second recipient. */
export function isMailAddress(text: string): boolean {
  return text.length <= EMAIL_LENGTH && isEmail(text) && !/[\s\p{C}<>()[\],;:\\"]/u.test(text)
}

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
