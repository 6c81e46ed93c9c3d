import { AppError } from '../errors/app-error.ts'
import { isCommonPassword } from './common-passwords.ts'
import { normalizeEmail } from './normalize-email.ts'

const COMMON = 'This password is one of the most common ones, which are tried first. Please choose another.'
const OWN_ADDRESS = 'Your e-mail address cannot be your password. Please choose another.'

/** Rejects a new password that is common or equal to the account's e-mail address. */
export async function requireGoodPassword(password: string, email: string): Promise<void> {
  const address = normalizeEmail(email)
  const typed = normalizeEmail(password)
  if (typed === address || typed === address.split('@')[0]) throw passwordError(OWN_ADDRESS)
  if (await isCommonPassword(password)) throw passwordError(COMMON)
}

function passwordError(message: string): AppError {
  return new AppError('invalid_request', message, [{ field: 'password', message }])
}
