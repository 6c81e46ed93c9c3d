import type { Person } from '@shop/contract/accounts'
import type { FormErrors } from '../forms/visible-errors.ts'
import { customerErrors } from './customer-errors.ts'
import { newPasswordError, PASSWORD_RULE } from './new-password.ts'

export type SignUpValues = Person & { password: string; confirm: string }

export const NO_SIGN_UP: SignUpValues = { firstName: '', lastName: '', email: '', password: '', confirm: '' }

const MISMATCH = 'Passwords do not match'

/** Errors of the sign-up form. */
export function checkSignUp(values: SignUpValues): FormErrors<SignUpValues> {
  const { password, confirm } = values
  return {
    ...customerErrors(values),
    ...newPasswordError(password),
    ...(confirm === '' && { confirm: 'Please enter the password again' }),
    ...(confirm !== '' && confirm !== password && { confirm: MISMATCH }),
  }
}

/** The alert for a form without field errors: the password rule first, then the confirmation. */
export function passwordAlert(values: SignUpValues): { title?: string; text: string } | null {
  const { password, confirm, ...others } = checkSignUp(values)
  const incomplete = values.password === '' || values.confirm === '' || Object.keys(others).length > 0
  if (incomplete) return null
  if (password !== undefined) return { title: 'Invalid Password', text: PASSWORD_RULE }
  return confirm === undefined ? null : { text: MISMATCH }
}
