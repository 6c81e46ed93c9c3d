import { ADMIN_PASSWORD_MIN_LENGTH } from '@shop/contract/access/session'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { loadOnce } from '../../platform/lib/load-once.ts'

const COMMON_MESSAGE = 'This is one of the most common passwords, so it’s easy to guess. Please choose another.'
const OWN_ADDRESS = 'Your email address can’t be your password. Please choose another.'

/** Rejects a common password, or the account's email. `field` is for the error. */
export async function requireGoodPassword(password: string, email: string, field = 'password'): Promise<void> {
  const address = lowerCase(email)
  const typed = lowerCase(password)
  if (typed === address || typed === address.split('@')[0]) throw passwordError(field, OWN_ADDRESS)
  if (await isCommonPassword(password)) throw passwordError(field, COMMON_MESSAGE)
}

function lowerCase(text: string): string {
  return text.trim().toLowerCase()
}

function passwordError(field: string, message: string): AppError {
  return new AppError('invalid_request', message, [{ field, message }])
}

/** Of these, 3,000 satisfy the rule for shoppers' passwords. */
const REJECTED_COMMON_PASSWORDS = 22_000
/** Of the admin's length there are few, so all are rejected. */
const REJECTED_LENGTH = ADMIN_PASSWORD_MIN_LENGTH

/** Some megabytes, so it is loaded on first use. Most common first. */
const commonest = loadOnce(async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(
    dictionary['passwords-common'].filter(
      ({ length }, rank) => rank < REJECTED_COMMON_PASSWORDS || length >= REJECTED_LENGTH,
    ),
  )
})

async function isCommonPassword(password: string): Promise<boolean> {
  return (await commonest()).has(password.toLowerCase())
}
