import { halfWidth, withoutUnseen } from '@shop/contract/text/clean-input'
import { foldLetters } from '@shop/contract/text/fold-letters'
import { LOOKALIKES, plainSigns } from '@shop/contract/text/plain-signs'
import { type RawBuilder, sql } from 'kysely'

/** The text of a search as it is compared: lower case, without accents, with plain signs. */
export function normalizeSearch(typed: string): string {
  return foldLetters(plainSigns(halfWidth(withoutUnseen(typed))))
}

/**
 * Whether a column holds what was typed into a search: also in another letter case, with or without accents, with another
 * apostrophe or hyphen, or with unseen characters. A text of ASCII only is compared as it is, which takes a tenth of the time.
 */
export function matchesSearch(column: RawBuilder<unknown>, typed: string): RawBuilder<boolean> {
  const wanted = normalizeSearch(typed)
  const plain = sql`lower(${column})`
  const ascii = wanted.includes("'") ? sql`replace(${plain}, '\`', '''')` : plain
  const like = `%${wanted.replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`case when ${isBeyondAscii(column)} then regexp_match(${plain}, ${patternOf(wanted)}) is not null
    else ${ascii} like ${like} escape '\\' end`
}

/** Whether a text has a character that is not ASCII. */
export function isBeyondAscii(text: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`octet_length(${text}) > length(${text})`
}

/** The letters and signs that are compared as one or two others, by those: Latin, Greek and Cyrillic ones, and blanks. */
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

/** Accents that are characters of their own, and unseen characters that come with what is pasted. */
const UNSEEN = '[\u0300-\u0345\u200b\u200e\u200f\u2060\ufeff\u00ad]*'

/** A regular expression for a text in small letters. `ß` is found by `ss`, and by an `s` where what is wanted begins or ends. */
function patternOf(wanted: string): string {
  const letters = [...wanted]
  const parts: string[] = []
  for (let at = 0; at < letters.length; ) {
    const [letter = '', next = ''] = letters.slice(at, at + 2)
    const pairs = next === '' ? undefined : variants.get(letter + next)
    const isEnd = at === 0 || next === ''
    const one = classOf(letter, isEnd ? halves(letter, next === '') : '')
    parts.push(pairs === undefined ? one : `(?:${one}${UNSEEN}${classOf(next)}|[${pairs}])`)
    at += pairs === undefined ? 1 : 2
  }
  return parts.join(UNSEEN)
}

/** A letter and its variants. */
function classOf(letter: string, more = ''): string {
  return `[${letter.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&')}${variants.get(letter) ?? ''}${more}]`
}

/** Letters that are compared as two; this letter is the first or the last of them. */
function halves(letter: string, isFirst: boolean): string {
  const found = [...variants].filter(([pair]) => pair.length === 2 && (isFirst ? pair[0] : pair[1]) === letter)
  return found.map(([, all]) => all).join('')
}
