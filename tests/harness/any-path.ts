import fc from 'fast-check'
import { anyCharacter } from './any-character.ts'

const ALLOWED = "abcxyzABCXYZ0189-._~!$&'()*+,;=:@"

const character = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...ALLOWED) },
  { weight: 1, arbitrary: anyCharacter.map(encodeURIComponent) },
)
const segment = fc.array(character, { maxLength: 10 }).map((characters) => `/${characters.join('')}`)

/**
 * Paths of addresses, some with empty segments; `''` is one. fast-check's own `webPath` builds a table of all encoded
 * characters, which takes each process almost three seconds.
 */
export const anyPath = fc.array(segment, { maxLength: 5 }).map((segments) => segments.join(''))
