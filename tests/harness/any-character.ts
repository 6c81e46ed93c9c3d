import fc from 'fast-check'

const SURROGATES_START = 0xd800
const SURROGATES = 0x800

/**
 * Every character, for `fc.string({ unit: anyCharacter })`. fast-check's own `binary` builds a table of all 1.1
 * million, which takes each process more than a second.
 */
export const anyCharacter = fc
  .nat({ max: 0x10ffff - SURROGATES })
  .map((index) => String.fromCodePoint(index < SURROGATES_START ? index : index + SURROGATES), indexOf)

/** Used by fast-check to shrink texts and to try known dangerous ones. */
function indexOf(character: unknown): number {
  const codePoint = typeof character === 'string' ? character.codePointAt(0) : undefined
  if (codePoint === undefined || String.fromCodePoint(codePoint) !== character) throw new Error('not a character')
  return codePoint < SURROGATES_START ? codePoint : codePoint - SURROGATES
}
