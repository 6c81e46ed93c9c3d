import { halfWidth, withoutUnseen } from '@shop/contract/text/clean-input'
import { foldLetters } from '@shop/contract/text/fold-letters'
import { LOOKALIKES, plainSigns } from '@shop/contract/text/plain-signs'
import { type RawBuilder, sql } from 'kysely'

/** Normalizes a search: lower case, no accents, plain signs. */
export function normalizeSearch(typed: string): string {
  return foldLetters(plainSigns(halfWidth(withoutUnseen(typed))))
}

/** Matches in any case, with or without accents and other marks. ASCII is compared directly, in a tenth of the time. */
export function matchesSearch(column: RawBuilder<unknown>, typed: string): RawBuilder<boolean> {
  const wanted = normalizeSearch(typed)
  const plain = sql`lower(${column})`
  const ascii = wanted.includes("'") ? sql`replace(${plain}, '\`', '''')` : plain
  const like = `%${wanted.replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`case when ${isBeyondAscii(column)} then regexp_match(${plain}, ${patternOf(wanted)}) is not null
    else ${ascii} like ${like} escape '\\' end`
}

export function isBeyondAscii(text: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`octet_length(${text}) > length(${text})`
}

/** Letters and signs with their variants, Latin, Greek and Cyrillic, and blanks. */
const variants = new Map<string, string>()
for (const [from, to] of [
  [0x80, 0x24f],
  [0x370, 0x587],
  [0x1e00, 0x1fff],
  [0xff01, 0xff5e],
] as const) {
  for (let code = from; code <= to; code += 1) addVariant(String.fromCharCode(code))
}
for (const [plain, signs] of Object.entries({ ...LOOKALIKES, ' ': '\u00a0\u202f\u3000' })) {
  variants.set(plain, (variants.get(plain) ?? '') + signs)
}

function addVariant(character: string): void {
  const plain = foldLetters(character)
  if (plain === character || plain.includes(' ')) return
  variants.set(plain, (variants.get(plain) ?? '') + character)
}

/** Combining accents, and invisible characters that come with pasted text. */
const UNSEEN_PATTERN = '[\u0300-\u0345\u200b\u200e\u200f\u2060\ufeff\u00ad]*'

/** A pattern for a lower-case text. `ss` matches `ß`, and so does an `s` at either end. */
function patternOf(wanted: string): string {
  const letters = [...wanted]
  const parts: string[] = []
  for (let at = 0; at < letters.length; ) {
    const [letter = '', next = ''] = letters.slice(at, at + 2)
    const pairs = next === '' ? undefined : variants.get(letter + next)
    const isEnd = at === 0 || next === ''
    const one = classOf(letter, isEnd ? halves(letter, next === '') : '')
    parts.push(pairs === undefined ? one : `(?:${one}${UNSEEN_PATTERN}${classOf(next)}|[${pairs}])`)
    at += pairs === undefined ? 1 : 2
  }
  return parts.join(UNSEEN_PATTERN)
}

function classOf(letter: string, more = ''): string {
  return `[${letter.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&')}${variants.get(letter) ?? ''}${more}]`
}

/** Letters that compare as two, with this one as the first or the last. */
function halves(letter: string, isFirst: boolean): string {
  const found = [...variants].filter(([pair]) => pair.length === 2 && (isFirst ? pair[0] : pair[1]) === letter)
  return found.map(([, all]) => all).join('')
}
