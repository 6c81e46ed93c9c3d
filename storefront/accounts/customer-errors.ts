import { INVALID_EMAIL, isEmail } from '@shop/contract/customer'

type Person = { firstName: string; lastName: string; email: string }

/** What is wrong with the names and the e-mail of a form, which are required wherever they are asked for (section 5). */
export function customerErrors({ firstName, lastName, email }: Person): Partial<Person> {
  return {
    ...(firstName.trim() === '' && { firstName: 'Please enter a first name' }),
    ...(lastName.trim() === '' && { lastName: 'Please enter a last name' }),
    ...emailError(email),
  }
}

/** The same for a form that asks for the e-mail alone. */
export function emailError(email: string): { email?: string } {
  if (email.trim() === '') return { email: 'Please enter an email address' }
  return isEmail(email) ? {} : { email: INVALID_EMAIL }
}
