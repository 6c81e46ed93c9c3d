import { randomInt } from 'node:crypto'

/** Without letters that are read for digits or for one another on paper: 0 and O, 1, I and L, U and V. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_COUNT = 10
/** About as many possible codes as the ten letters of both cases have that the library makes. */
const CODE_LENGTH = 12

export function makeRecoveryCodes(): string[] {
  return Array.from({ length: CODE_COUNT }, () =>
    inGroups(Array.from({ length: CODE_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')),
  )
}

/** A code as it is stored, however its letters are typed: small, or with blanks or nothing for the dashes. */
export function parseRecoveryCode(typed: string): string {
  const letters = typed.replace(/[^0-9a-z]/gi, '')
  if (letters.length === CODE_LENGTH) return inGroups(letters.toUpperCase())
  // A code of an earlier version, `28B2c-x0u6U`: small and capital letters differ.
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}

function inGroups(letters: string): string {
  return letters.replace(/.{4}(?=.)/g, '$&-')
}
