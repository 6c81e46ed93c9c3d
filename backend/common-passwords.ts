import { loadOnce } from '../load-once.ts'

/** How many of the most common passwords are rejected. */
const COUNT = 10_000

/** Loaded on the first sign-up, since the list takes some megabytes. It is sorted, most common first. */
const commonest = loadOnce(async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].slice(0, COUNT))
})

/** Whether a password is among the 10,000 most common, ignoring case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  return (await commonest()).has(password.toLowerCase())
}
