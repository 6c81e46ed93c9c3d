import type { Person } from '@shop/contract/accounts'
import { INVALID_EMAIL, isEmail } from '@shop/contract/customer'

/** Errors of names and e-mail, which are required in every form that has them. */
export function customerErrors({ email, ...names }: Person): Partial<Person> {
  return { ...nameErrors(names), ...emailError(email) }
}

/** The same for a form with only the names. */
export function nameErrors({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>): Partial<Person> {
  return {
    ...(firstName.trim() === '' && { firstName: 'Please enter a first name' }),
    ...(lastName.trim() === '' && { lastName: 'Please enter a last name' }),
  }
}

/** The same for a form with only an e-mail address. */
export function emailError(email: string): { email?: string } {
  if (email.trim() === '') return { email: 'Please enter an email address' }
  return isEmail(email) ? {} : { email: INVALID_EMAIL }
}
