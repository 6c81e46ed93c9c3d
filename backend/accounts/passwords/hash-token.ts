import { createHash } from 'node:crypto'

/** The stored form of a token: SHA-256 in hex. Tokens have at least 192 random bits, so an unsalted hash is enough. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
