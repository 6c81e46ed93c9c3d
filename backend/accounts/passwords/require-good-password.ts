import { AppError } from '../../http/errors/app-error.ts'
import { isCommonPassword } from './common-passwords.ts'

const COMMON = 'This password is one of the most common ones, which are tried first. Please choose another.'
const OWN_ADDRESS = 'Your e-mail address cannot be your password. Please choose another.'

/** Rejects a new password that is common or equal to the account's e-mail address; `field` is where it was typed. */
export async function requireGoodPassword(password: string, email: string, field = 'password'): Promise<void> {
  const address = lowerCase(email)
  const typed = lowerCase(password)
  if (typed === address || typed === address.split('@')[0]) throw passwordError(field, OWN_ADDRESS)
  if (await isCommonPassword(password)) throw passwordError(field, COMMON)
}

function lowerCase(text: string): string {
  return text.trim().toLowerCase()
}

function passwordError(field: string, message: string): AppError {
  return new AppError('invalid_request', message, [{ field, message }])
}
