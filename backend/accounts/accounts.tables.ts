export type AccountsTables = {
  customers: CustomersTable
  sessions: SessionsTable
  known_addresses: KnownAddressesTable
}

declare module '../database/tables.ts' {
  interface Tables extends AccountsTables {}
}

type CustomersTable = {
  customer_id: string
  first_name: string
  last_name: string
  /** As typed; messages are sent to it. */
  email: string
  /** Normalized for comparison; unique (R30). */
  email_folded: string
  /** In PHC format, which includes its parameters. */
  password_hash: string
  created_at: string
}

type SessionsTable = {
  /** SHA-256 of the token in hex; the token itself is not stored (R29). */
  token_hash: string
  customer_id: string
  created_at: string
  expires_at: string
}

/** Client addresses a customer signed in from. They stay usable when other addresses are rate limited. */
type KnownAddressesTable = {
  customer_id: string
  /** SHA-256 in hex of customer and address together; the address itself is not stored. */
  address_hash: string
  expires_at: string
}
