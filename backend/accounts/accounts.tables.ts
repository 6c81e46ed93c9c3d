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
  /** As it was typed; messages go there. */
  email: string
  /** The address as it is compared, one account each (R30). */
  email_folded: string
  /** In PHC form: it names its own parameters. */
  password_hash: string
  created_at: string
}

type SessionsTable = {
  /** SHA-256 of the token in hex; the token itself is kept nowhere (R29). */
  token_hash: string
  customer_id: string
  created_at: string
  expires_at: string
}

/** Where a customer signed in from: strangers' guesses do not keep them out there. */
type KnownAddressesTable = {
  customer_id: string
  /** SHA-256 in hex of customer and address together; the address itself is kept nowhere. */
  address_hash: string
  expires_at: string
}
