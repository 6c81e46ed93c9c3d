import type { ShopLine } from '@shop/contract/pages/shop'

export type StoredLine = ShopLine & {
  /** Neither the line nor its products are in lists. */
  hidden: boolean
  former: string[]
}

export function plainLine(line: string): StoredLine {
  return {
    line,
    words: null,
    text: null,
    photo: null,
    preview: null,
    featured: true,
    goes_with: [],
    hidden: false,
    former: [],
  }
}

export function isSameName(one: string, other: string): boolean {
  return nameKey(one) === nameKey(other)
}

function nameKey(name: string): string {
  return name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()
}

/** Why a text can't be the name of a line or color; `null` when it can. */
export function nameProblem(name: string, max: number): string | null {
  if (name === '') return 'Please write a name.'
  if (name.length > max) return `The name is too long: it may have ${max} characters.`
  if (/\p{Cc}/u.test(name)) return 'The name has a character that cannot be shown.'
  return /[\p{L}\p{N}]/u.test(name) ? null : 'The name needs a letter or a digit.'
}

/** The sentence for an unknown name. */
export function unknownName(noun: 'line' | 'color', name: string, known: readonly string[]): string {
  const alike = known.find((other) => isSameName(other, name))
  if (alike !== undefined) return `there is no ${noun} "${name}", but there is "${alike}": upper and lower case matter`
  return `there is no ${noun} "${name}"; please add it under Lines and colors first`
}

/** Lines by first product, then stored ones without products. */
export function allLines(stored: readonly StoredLine[], used: readonly string[]): StoredLine[] {
  const known = new Map(stored.map((line) => [line.line, line]))
  const inUse = used.map((name) => known.get(name) ?? plainLine(name))
  return [...inUse, ...stored.filter(({ line }) => !used.includes(line))]
}

/** Former names of lines, with the current one; a name in use is no former name. */
export function formerNames(lines: readonly StoredLine[]): Map<string, string> {
  const present = new Set(lines.map(({ line }) => line))
  return new Map(
    lines.flatMap(({ line, former }) => former.filter((name) => !present.has(name)).map((name) => [name, line])),
  )
}

/** Replaces a name as a whole word, in its letter case. */
export function replaceName(text: string, was: string, now: string): string {
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${was.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'gu')
  return text.replace(pattern, () => now)
}
