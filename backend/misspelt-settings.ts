/** A name in the settings file that no setting has, and the setting that is probably meant; `null` without one. */
export type MisspeltSetting = { name: string; meant: string | null }

/** Beginnings that other programs' variables in the same file hardly have. */
const OWN_PREFIXES = ['BRAINTREE_', 'KEEP_', 'SMTP_']

/** Names that look like a setting and are none; names that look like nothing of the shop belong to other programs. */
export function listMisspelt(names: readonly string[], known: readonly string[]): MisspeltSetting[] {
  return names
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const upper = name.toUpperCase()
      const meant = known.find((one) => distance(upper, one) <= (one.length > 5 ? 2 : 1)) ?? null
      return meant !== null || OWN_PREFIXES.some((prefix) => upper.startsWith(prefix)) ? [{ name, meant }] : []
    })
}

/** A sentence about one, without its value, which may be a secret. */
export function misspeltSentence({ name, meant }: MisspeltSetting): string {
  const hint = meant === null ? '' : `; ${meant} is probably meant`
  return `The settings file has ${name}, which is no setting and does nothing${hint}.`
}

/** How many letters are added, left out or replaced (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [line, letter] of [...one].entries()) {
    const next = [line + 1]
    for (const [column, wanted] of [...other].entries()) {
      const [replaced = 0, removed = 0] = row.slice(column, column + 2)
      next.push(Math.min(replaced + Number(letter !== wanted), removed + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
