import { createHash, randomBytes } from 'node:crypto'

/** SHA-256 in hex, unsalted: tokens have at least 192 random bits. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

const TOKEN_BYTES = 32
const TOKEN_PATTERN = /^[A-Za-z0-9_-]{43}$/

/** An opaque token: 32 random bytes (R29). */
export function createToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** `null` for anything that does not look like one of our tokens. */
export function bearerToken(authorization: string | undefined): string | null {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  return token !== undefined && TOKEN_PATTERN.test(token) ? token : null
}
