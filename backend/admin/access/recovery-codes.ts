import { randomInt } from 'node:crypto'

/** Without lookalikes on paper: 0 and O, 1, I and L, U and V. */
const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_COUNT = 10
/** As many combinations as the library's ten letters of both cases. */
const CODE_LENGTH = 12

export function makeRecoveryCodes(): string[] {
  return Array.from({ length: CODE_COUNT }, () =>
    inGroups(Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET.charAt(randomInt(CODE_ALPHABET.length))).join('')),
  )
}

/** Normalizes a typed code: letter case, blanks, missing dashes. */
export function parseRecoveryCode(typed: string): string {
  const letters = typed.replace(/[^0-9a-z]/gi, '')
  if (letters.length === CODE_LENGTH) return inGroups(letters.toUpperCase())
  // An earlier version's code, `28B2c-x0u6U`, is case-sensitive.
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}

function inGroups(letters: string): string {
  return letters.replace(/.{4}(?=.)/g, '$&-')
}
