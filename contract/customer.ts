import * as z from 'zod/mini'

/** Names and e-mail addresses of forms, in characters; ours, so that no field is without a limit. */
export const NAME_LENGTH = 100
export const EMAIL_LENGTH = 254

/** What a form says of an address that is none (section 5). */
export const INVALID_EMAIL = 'Please enter a valid email address'

/** Text, @, text, a dot and at least 2 letters (section 5). */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[A-Za-z]{2,}$/.test(text.trim())
}

export const customerName = z.string().check(z.trim(), z.minLength(1), z.maxLength(NAME_LENGTH))
export const customerEmail = z.string().check(z.trim(), z.maxLength(EMAIL_LENGTH), z.refine(isEmail, INVALID_EMAIL))
