import { isEmail } from '@shop/contract/checkout'

/** What is wrong with an address, as part of a form's errors; nothing when it is fine (section 5). */
export function emailError(email: string): { email?: string } {
  if (email.trim() === '') return { email: 'Enter your e-mail address.' }
  return isEmail(email) ? {} : { email: 'Please enter a valid email address' }
}
