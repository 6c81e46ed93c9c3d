export type RateLimitsTables = { rate_limits: RateLimitsTable }

declare module '../../database/tables.ts' {
  interface Tables extends RateLimitsTables {}
}

type RateLimitsTable = {
  /** SHA-256 of the key in hex, since the key contains an address, an account or an order. */
  key_hash: string
  counted: number
  /** ISO time at which the count expires. */
  expires_at: string
}
