import { type Fields, text } from '../http/fields.ts'

/** Limits of names and email addresses in characters; the specification has none. */
export const NAME_LENGTH = 100
export const EMAIL_LENGTH = 254

/** Message for a malformed email address (section 5). */
export const INVALID_EMAIL = 'Please enter a valid email address'

/** Text, @, text, a dot and at least 2 letters (section 5). */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[A-Za-z]{2,}$/.test(text.trim())
}

/** Whether text is a single address that cannot end a header or name a second recipient. */
export function isMailAddress(text: string): boolean {
  return text.length <= EMAIL_LENGTH && isEmail(text) && !/[\s\p{C}<>()[\],;:\\"]/u.test(text)
}

/** Names and email address of a customer in the tables and in the calls of the admin; shoppers' calls spell them otherwise. */
export const CUSTOMER_FIELDS = {
  first_name: text(NAME_LENGTH),
  last_name: text(NAME_LENGTH),
  email: text(EMAIL_LENGTH),
} satisfies Fields
