/** How many of the commonest passwords are refused. */
const REFUSED = 10_000

let commonest: Promise<ReadonlySet<string>> | null = null

/** Whether a password is among the ten thousand commonest, in whatever letter case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  commonest ??= loadCommonest()
  return (await commonest).has(password.toLowerCase())
}

/** Only whoever signs up needs the list: it takes some megabytes. It stands in order, the commonest first. */
async function loadCommonest(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].slice(0, REFUSED))
}
