import fc from 'fast-check'

const SURROGATES_START = 0xd800
const SURROGATES = 0x800

/**
 * Every character there is, for `fc.string({ unit: anyCharacter })`. fast-check's own `binary` first makes a table of
 * all 1.1 million of them, which costs each process a second and more than the tests that ask for it.
 */
export const anyCharacter = fc
  .nat({ max: 0x10ffff - SURROGATES })
  .map((index) => String.fromCodePoint(index < SURROGATES_START ? index : index + SURROGATES), indexOf)

/** By which fast-check shrinks a text, and tries the texts it knows to be dangerous. */
function indexOf(character: unknown): number {
  const codePoint = typeof character === 'string' ? character.codePointAt(0) : undefined
  if (codePoint === undefined || String.fromCodePoint(codePoint) !== character) throw new Error('not a character')
  return codePoint < SURROGATES_START ? codePoint : codePoint - SURROGATES
}
