import { ADMIN_PASSWORD_MIN_LENGTH } from '@shop/contract/admin/session'
import { loadOnce } from '../../lib/load-once.ts'

/** How many of the most common passwords are rejected; 3,000 of them satisfy the rule for shoppers' passwords. */
const COUNT = 22_000
/** Few passwords of the admin's length are among those, so that all of that length are rejected. */
const LONG = ADMIN_PASSWORD_MIN_LENGTH

/** Loaded on the first sign-up, since the list takes some megabytes. It is sorted, most common first. */
const commonest = loadOnce(async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter(({ length }, rank) => rank < COUNT || length >= LONG))
})

/** Whether a password is among the most common ones, ignoring case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  return (await commonest()).has(password.toLowerCase())
}
