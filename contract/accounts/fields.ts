import { type Fields, text } from '../http/fields.ts'

/** In characters; the specification has no limits for them. */
export const NAME_LENGTH = 100
export const EMAIL_LENGTH = 254

export const INVALID_EMAIL = 'Please enter a valid email address'

/** Text, @, text, a dot and at least 2 letters (section 5). */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[A-Za-z]{2,}$/.test(text.trim())
}

/** Whether text is a single address that cannot end a header or name a second recipient. */
export function isMailAddress(text: string): boolean {
  return text.length <= EMAIL_LENGTH && isEmail(text) && !/[\s\p{C}<>()[\],;:\\"]/u.test(text)
}

/** The fields of a customer in tables and the admin's calls; shoppers' calls spell them differently. */
export const CUSTOMER_FIELDS = {
  first_name: text(NAME_LENGTH),
  last_name: text(NAME_LENGTH),
  email: text(EMAIL_LENGTH),
} satisfies Fields
