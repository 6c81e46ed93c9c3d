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
  /** Since version 0030 its hash. */
  admin_secrets: { name: string; value: string }
}

declare module '../../platform/database/tables.ts' {
  interface Tables extends AdminTables {}
}

/** ISO times. Columns that only the sign-in library reads are omitted here and below. */
type AdminUsersTable = {
  id: string
  name: string
  /** Lower case. */
  email: string
  email_verified: number
  created_at: string
  updated_at: string
  /** 1 once a code was verified. */
  two_factor_enabled: number | null
  role: AdminRole
  /** Comma-separated; meaningless for owners. */
  rights: string
}

type AdminSessionsTable = {
  id: string
  user_id: string
  token: string
  user_agent: string | null
  created_at: string
  updated_at: string
  expires_at: string
}

/** Sign-ins under way, such as a challenge for a passkey. */
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
  token_hash: string
  role: AdminRole
  /** As in `admin_users`. */
  rights: string
  /** 1 when the start printed it; valid only while there is no owner. */
  first_owner: number
  expires_at: string
  used_at: string | null
  /** As in the audit log; `null` when older or printed by the start. */
  created_by: string | null
  created_at: string | null
}

/** Links to set a new password. */
type AdminResetsTable = {
  token_hash: string
  user_id: string
  /** 1 when the second factor is removed too. */
  second_factor: number
  expires_at: string
  used_at: string | null
}

/** By idempotency key; deleted after a day. */
type AdminIdempotencyKeysTable = {
  user_id: string
  key: string
  /** SHA-256 of endpoint and input, in hex. */
  request_hash: string
  /** JSON; `null` until the change is made. */
  response: string | null
  created_at: string
}
