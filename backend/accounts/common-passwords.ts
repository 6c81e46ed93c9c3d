/** How many of the most common passwords are rejected. */
const COUNT = 10_000

let commonest: Promise<ReadonlySet<string>> | null = null

/** Whether a password is among the 10,000 most common, ignoring case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  commonest ??= loadCommonest()
  return (await commonest).has(password.toLowerCase())
}

/** Loaded on the first sign-up, since the list takes some megabytes. It is sorted, most common first. */
async function loadCommonest(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].slice(0, COUNT))
}
