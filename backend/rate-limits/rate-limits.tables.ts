export type RateLimitsTables = { rate_limits: RateLimitsTable }

declare module '../database/tables.ts' {
  interface Tables extends RateLimitsTables {}
}

type RateLimitsTable = {
  /** SHA-256 in hex of what is counted, since that names an address, an account or an order. */
  key_hash: string
  counted: number
  /** ISO time at which the count is over. */
  expires_at: string
}
