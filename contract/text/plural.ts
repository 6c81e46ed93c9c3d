const PLURAL_RULES = new Intl.PluralRules('en-US')

export function plural(count: number, one: string, many = `${one}s`): string {
  return PLURAL_RULES.select(count) === 'one' ? one : many
}

export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${plural(count, one, many)}`
}
