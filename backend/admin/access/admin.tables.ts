import type { AdminRole } from '@shop/contract/access/session'

export type AdminTables = {
  admin_users: AdminUsersTable
  admin_sessions: AdminSessionsTable
  admin_verifications: AdminVerificationsTable
  admin_accounts: AdminAccountsTable
  admin_passkeys: AdminPasskeysTable
  admin_invites: AdminInvitesTable
  admin_resets: AdminResetsTable
  admin_idempotency_keys: AdminIdempotencyKeysTable
  /** Since version 0030 only the hash of the secret. */
  admin_secrets: { name: string; value: string }
}

declare module '../../platform/database/tables.ts' {
  interface Tables extends AdminTables {}
}

/** Times are ISO text. Columns that only the sign-in library reads are omitted here and in the tables below. */
type AdminUsersTable = {
  id: string
  name: string
  /** Lower case. */
  email: string
  email_verified: number
  created_at: string
  updated_at: string
  /** 1 once a code of the authenticator app was verified. */
  two_factor_enabled: number | null
  role: AdminRole
  /** A helper's rights, separated by commas; without a meaning for owners. */
  rights: string
}

type AdminSessionsTable = {
  id: string
  user_id: string
  /** SHA-256 of the token in hex. */
  token: string
  user_agent: string | null
  created_at: string
  updated_at: string
  expires_at: string
}

/** Steps of a sign-in that were begun, such as a challenge for a passkey. */
type AdminVerificationsTable = {
  id: string
  identifier: string
  value: string
  expires_at: string
  created_at: string
  updated_at: string
}

type AdminAccountsTable = {
  id: string
  user_id: string
  account_id: string
  /** `credential` for the row with the password hash. */
  provider_id: string
  password: string | null
  created_at: string
  updated_at: string
}

type AdminPasskeysTable = { id: string; user_id: string; name: string | null; created_at: string | null }

type AdminInvitesTable = {
  /** SHA-256 in hex. */
  token_hash: string
  role: AdminRole
  /** As in `admin_users`. */
  rights: string
  /** 1 when the shop printed it at its start; valid only while there is no owner. */
  first_owner: number
  expires_at: string
  used_at: string | null
  /** Who made it, as in the audit log; `null` for those of earlier versions and for one that the start printed. */
  created_by: string | null
  created_at: string | null
}

/** Links with which an owner or a helper sets a new password. */
type AdminResetsTable = {
  /** SHA-256 in hex. */
  token_hash: string
  user_id: string
  /** 1 when the second factor is removed with the password. */
  second_factor: number
  expires_at: string
  used_at: string | null
}

/** Requests for changes by their idempotency key; deleted after a day. */
type AdminIdempotencyKeysTable = {
  user_id: string
  key: string
  /** SHA-256 of endpoint and input, in hex. */
  request_hash: string
  /** JSON; `null` until the change has been made. */
  response: string | null
  created_at: string
}
