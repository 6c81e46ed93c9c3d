import { EMAIL_LENGTH, isEmail } from '@shop/contract/customer'

/** The longest subject or name, in characters. */
const HEADER_LENGTH = 200

/** One plain address: nothing in it can end a header or name a second recipient. */
export function isMailAddress(text: string): boolean {
  return text.length <= EMAIL_LENGTH && isEmail(text) && !/[\s\p{C}<>()[\],;:\\"]/u.test(text)
}

/** Text for one header line: whatever could end the line becomes a blank, and nothing turns its direction around. */
export function headerText(text: string): string {
  return withoutBidiControls(text)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\s]+/gu, ' ')
    .trim()
    .slice(0, HEADER_LENGTH)
}

/** Without the characters that change the direction of what follows: with them a name can pose as something else. */
export function withoutBidiControls(text: string): string {
  return text.replace(/\p{Bidi_Control}/gu, '')
}
