import { isAcceptablePassword } from '@shop/contract/accounts'

export const PASSWORD_HINT =
  'At least 6 characters, with letters and numbers. Not your e-mail address, and no common password.'
export const PASSWORD_RULE = 'Must be minimum 6 characters containing both letters and numbers'

/** The error of a chosen password; none when it follows the rule (R28). */
export function newPasswordError(password: string): { password?: string } {
  if (password === '') return { password: 'Please choose a password' }
  return isAcceptablePassword(password) ? {} : { password: PASSWORD_RULE }
}
