import type { CUSTOMER_FIELDS } from '@shop/contract/customer'
import type { FieldValues } from '@shop/contract/fields'

export type AccountsTables = {
  customers: CustomersTable
  sessions: SessionsTable
  known_addresses: KnownAddressesTable
  account_links: AccountLinksTable
}

declare module '../database/tables.ts' {
  interface Tables extends AccountsTables {}
}

/** The e-mail address as typed; messages are sent to it. */
type CustomersTable = FieldValues<typeof CUSTOMER_FIELDS> & {
  customer_id: string
  /** The normalized address, for comparison; unique (R30). Not renamed: docs/decisions/0024-migrations-only-add.md. */
  email_folded: string
  /** In PHC format, which includes its parameters. */
  password_hash: string
  created_at: string
  /** When the owner of the mailbox confirmed the address; `null` before. */
  email_confirmed_at: string | null
}

type SessionsTable = {
  /** SHA-256 of the token in hex; the token itself is not stored (R29). */
  token_hash: string
  customer_id: string
  created_at: string
  expires_at: string
  /** For example `Firefox on Android`; `null` for sessions of earlier versions. */
  device: string | null
}

/** Links that were mailed, each with a token of its own. */
type AccountLinksTable = {
  /** SHA-256 of the token in hex, like a session's. */
  token_hash: string
  /** `null` when a reset was requested for an address without an account: both write the same (R31). */
  customer_id: string | null
  purpose: 'reset-password' | 'confirm-address'
  expires_at: string
  used_at: string | null
}

/** Client addresses a customer signed in from. They stay usable when other addresses are rate limited. */
type KnownAddressesTable = {
  customer_id: string
  /** SHA-256 in hex of customer and address together; the address itself is not stored. */
  address_hash: string
  expires_at: string
}
