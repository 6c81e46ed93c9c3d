import { halfWidth, withoutUnseen } from '@shop/contract/text/clean-input'
import { foldLetters } from '@shop/contract/text/fold-letters'
import { LOOKALIKES, plainSigns } from '@shop/contract/text/plain-signs'
import { type RawBuilder, sql } from 'kysely'

/** The words of a search as they are compared: in small letters without accents, with plain signs. */
export function searched(typed: string): string {
  return foldLetters(plainSigns(halfWidth(withoutUnseen(typed))))
}

/**
 * Whether a column holds what was typed into a search: also in another letter case, with or without accents, with another
 * apostrophe or hyphen, or with unseen characters.
 */
export function matchesSearch(column: RawBuilder<unknown>, typed: string): RawBuilder<boolean> {
  const wanted = searched(typed)
  const pattern = `%${wanted.replace(/[\\%_]/g, '\\$&')}%`
  const plain = sql`lower(${column})`
  const ascii = wanted.includes("'") ? sql`replace(${plain}, '\`', '''')` : plain
  return sql<boolean>`case when ${isBeyondAscii(column)} then ${folded(column, wanted)}
    else ${ascii} end like ${pattern} escape '\\'`
}

/** Whether a text has a character that is not ASCII. */
export function isBeyondAscii(text: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`octet_length(${text}) > length(${text})`
}

/** A column with the letters and signs that are wanted as `searched` writes them. */
function folded(column: RawBuilder<unknown>, wanted: string): RawBuilder<unknown> {
  const letters = [...new Set(wanted)].map((letter) => ({ letter, variants: [...(variants.get(letter) ?? [])] }))
  const from = letters.flatMap(({ variants }) => variants).join('')
  const to = letters.map(({ letter, variants }) => letter.repeat(variants.length)).join('')
  // Characters without a counterpart are left out.
  const plain = sql`lower(translate(${column}, ${from + UNSEEN_CHARACTERS}, ${to}))`
  const pairs = [...variants].filter(([letter]) => letter.length > 1 && [...letter].some((one) => wanted.includes(one)))
  return pairs
    .flatMap(([pair, some]) => [...some].map((letter) => [pair, letter] as const))
    .reduce((text, [pair, letter]) => sql`replace(${text}, ${letter}, ${pair})`, plain)
}

/** Accents that are characters of their own, and unseen characters that come with what is pasted, most of them from files and messages. */
const UNSEEN_CHARACTERS = `${charactersFrom(0x300, 0x345).join('')}\u200b\u200e\u200f\u2060\ufeff\u00ad`

/** The characters that are compared as one or two others, by those: Latin, Greek and Cyrillic letters, signs and blanks. */
const variants = new Map<string, Set<string>>()
for (const [from, to] of [
  [0x80, 0x24f],
  [0x370, 0x587],
  [0x1e00, 0x1fff],
  [0xff01, 0xff5e],
] as const) {
  for (const character of charactersFrom(from, to)) {
    const plain = foldLetters(character)
    if (!plain.includes(' ')) addVariant(plain, character)
  }
}
for (const [plain, signs] of Object.entries({ ...LOOKALIKES, ' ': '\u00a0\u202f\u3000' })) {
  for (const sign of signs) addVariant(plain, sign)
}

function charactersFrom(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCharCode(first + index))
}

function addVariant(plain: string, character: string): void {
  if (plain === character) return
  const known = variants.get(plain) ?? new Set()
  variants.set(plain, known.add(character))
}
