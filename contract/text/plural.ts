const PLURAL_RULES = new Intl.PluralRules('en-US')

/** The form of a word, or of a whole clause, for a count. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return PLURAL_RULES.select(count) === 'one' ? one : many
}

/** Formats a count, such as `1 row` or `2,431 rows`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${plural(count, one, many)}`
}
