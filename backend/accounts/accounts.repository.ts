import type { CUSTOMER_FIELDS } from '@shop/contract/accounts/fields'
import type { FieldValues } from '@shop/contract/http/fields'
import type { Selectable } from 'kysely'
import type { Database, Trx } from '../platform/database/database.ts'
import { chunksOf, countDeleted, isOneOf } from '../platform/database/queries.ts'

export type Customer = Selectable<AccountsTables['customers']>

export async function findCustomerByEmail(database: Database, normalizedEmail: string): Promise<Customer | null> {
  const query = database.selectFrom('customers').selectAll().where('email_folded', '=', normalizedEmail)
  return (await query.executeTakeFirst()) ?? null
}

/** False when the address already has an account, also concurrently. */
export async function insertCustomer(trx: Trx, customer: Customer): Promise<boolean> {
  const result = await trx
    .insertInto('customers')
    .values(customer)
    .onConflict((conflict) => conflict.column('email_folded').doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Locks a customer until the transaction ends; false when account or password has changed since it was read. */
export async function lockCustomer(
  trx: Trx,
  { customer_id, password_hash }: Pick<Customer, 'customer_id' | 'password_hash'>,
): Promise<boolean> {
  const result = await trx
    .updateTable('customers')
    .set({ password_hash })
    .where('customer_id', '=', customer_id)
    .where('password_hash', '=', password_hash)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

type CustomerChange = Partial<Pick<Customer, 'first_name' | 'last_name' | 'password_hash' | 'email_confirmed_at'>>

export async function updateCustomer(database: Database, customerId: string, change: CustomerChange): Promise<void> {
  await database.updateTable('customers').set(change).where('customer_id', '=', customerId).execute()
}

export async function deleteCustomer(trx: Trx, customerId: string): Promise<void> {
  await trx.deleteFrom('customers').where('customer_id', '=', customerId).execute()
}

/** Addresses are in lower case; returns the count. */
export function forgetAccounts(trx: Trx, addresses: readonly string[]): Promise<number> {
  return countDeleted(trx.deleteFrom('customers').where(isOneOf('email', addresses)))
}

export async function listKnownCustomerIds(database: Database, ids: readonly string[]): Promise<Set<string>> {
  const known = new Set<string>()
  for (const some of chunksOf([...new Set(ids)])) {
    const rows = await database.selectFrom('customers').select('customer_id').where('customer_id', 'in', some).execute()
    for (const { customer_id } of rows) known.add(customer_id)
  }
  return known
}

export async function insertSession(database: Database, session: AccountsTables['sessions']): Promise<void> {
  await database.insertInto('sessions').values(session).execute()
}

export async function findCustomerByToken(database: Database, tokenHash: string, now: Date): Promise<Customer | null> {
  const query = database
    .selectFrom('sessions')
    .innerJoin('customers', 'customers.customer_id', 'sessions.customer_id')
    .selectAll('customers')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now.toISOString())
  return (await query.executeTakeFirst()) ?? null
}

export async function deleteSession(database: Database, tokenHash: string): Promise<void> {
  await database.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

export function listSessions(
  database: Database,
  customerId: string,
  now: Date,
): Promise<Selectable<AccountsTables['sessions']>[]> {
  return database
    .selectFrom('sessions')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('expires_at', '>', now.toISOString())
    .orderBy('created_at', 'desc')
    .orderBy('token_hash')
    .execute()
}

/** Deletes the customer's sessions, except that of one token hash. */
export async function deleteSessionsOf(
  database: Database,
  customerId: string,
  { except }: { except: string | null },
): Promise<void> {
  let query = database.deleteFrom('sessions').where('customer_id', '=', customerId)
  if (except !== null) query = query.where('token_hash', '!=', except)
  await query.execute()
}

export async function deleteExpiredSessions(database: Database, now: Date): Promise<void> {
  await database.deleteFrom('sessions').where('expires_at', '<=', now.toISOString()).execute()
}

export function deleteOldSessions(database: Database, before: string): Promise<number> {
  return countDeleted(database.deleteFrom('sessions').where('expires_at', '<', before))
}

export function deleteOldLinks(database: Database, before: string): Promise<number> {
  return countDeleted(database.deleteFrom('account_links').where('expires_at', '<', before))
}

/** Deletes the oldest sessions beyond a limit, never the newest, even after a clock change. */
export async function deleteSessionsBeyond(
  database: Database,
  { customer_id, token_hash }: Pick<AccountsTables['sessions'], 'customer_id' | 'token_hash'>,
  max: number,
): Promise<void> {
  await database
    .deleteFrom('sessions')
    .where('customer_id', '=', customer_id)
    .where('token_hash', '!=', token_hash)
    .where('token_hash', 'not in', (query) =>
      query
        .selectFrom('sessions')
        .select('token_hash')
        .where('customer_id', '=', customer_id)
        .where('token_hash', '!=', token_hash)
        .orderBy('created_at', 'desc')
        .orderBy('token_hash')
        .limit(max - 1),
    )
    .execute()
}

/** Recent client addresses as hashes; empty without an account. */
export function listKnownAddresses(
  database: Database,
  normalizedEmail: string,
  now: Date,
): Promise<{ customer_id: string; address_hash: string }[]> {
  return database
    .selectFrom('known_addresses')
    .innerJoin('customers', 'customers.customer_id', 'known_addresses.customer_id')
    .select(['known_addresses.customer_id', 'address_hash'])
    .where('email_folded', '=', normalizedEmail)
    .where('known_addresses.expires_at', '>', now.toISOString())
    .execute()
}

export async function upsertKnownAddress(database: Database, known: AccountsTables['known_addresses']): Promise<void> {
  await database
    .insertInto('known_addresses')
    .values(known)
    .onConflict((conflict) =>
      conflict.columns(['customer_id', 'address_hash']).doUpdateSet({ expires_at: known.expires_at }),
    )
    .execute()
}

export async function deleteKnownAddresses(trx: Trx, customerId: string): Promise<void> {
  await trx.deleteFrom('known_addresses').where('customer_id', '=', customerId).execute()
}

/** Deletes expired addresses, and this customer's beyond a limit, earliest expiry first. */
export async function deleteOldAddresses(
  database: Database,
  customerId: string,
  max: number,
  now: Date,
): Promise<void> {
  await database.deleteFrom('known_addresses').where('expires_at', '<=', now.toISOString()).execute()
  await database
    .deleteFrom('known_addresses')
    .where('customer_id', '=', customerId)
    .where('address_hash', 'not in', (query) =>
      query
        .selectFrom('known_addresses')
        .select('address_hash')
        .where('customer_id', '=', customerId)
        .orderBy('expires_at', 'desc')
        .orderBy('address_hash')
        .limit(max),
    )
    .execute()
}

export type AccountLink = Selectable<AccountsTables['account_links']>

export async function insertLink(trx: Trx, link: AccountLink, now: Date): Promise<void> {
  await trx.deleteFrom('account_links').where('expires_at', '<=', now.toISOString()).execute()
  await trx.insertInto('account_links').values(link).execute()
}

/** `null` for an expired or used link. */
export async function findCustomerByLink(
  database: Database,
  { token_hash, purpose }: Pick<AccountLink, 'token_hash' | 'purpose'>,
  now: Date,
): Promise<Customer | null> {
  const query = database
    .selectFrom('account_links')
    .innerJoin('customers', 'customers.customer_id', 'account_links.customer_id')
    .selectAll('customers')
    .where('token_hash', '=', token_hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now.toISOString())
    .where('used_at', 'is', null)
  return (await query.executeTakeFirst()) ?? null
}

/** False when it was used or has expired since. */
export async function claimLink(trx: Trx, tokenHash: string, now: Date): Promise<boolean> {
  const result = await trx
    .updateTable('account_links')
    .set({ used_at: now.toISOString() })
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now.toISOString())
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function deleteLinks(trx: Trx, customerId: string, purpose: AccountLink['purpose']): Promise<void> {
  await trx.deleteFrom('account_links').where('customer_id', '=', customerId).where('purpose', '=', purpose).execute()
}

type AccountsTables = {
  customers: CustomersTable
  sessions: SessionsTable
  known_addresses: KnownAddressesTable
  account_links: AccountLinksTable
}

declare module '../platform/database/tables.ts' {
  interface Tables extends AccountsTables {}
}

/** The email as typed, to which messages are sent. */
type CustomersTable = FieldValues<typeof CUSTOMER_FIELDS> & {
  customer_id: string
  /** The normalized address; unique (R30). Not renamed: docs/decisions/0024-migrations-only-add.md. */
  email_folded: string
  password_hash: string
  created_at: string
  /** `null` until the owner of the mailbox confirmed it. */
  email_confirmed_at: string | null
}

type SessionsTable = {
  /** SHA-256 in hex; the token itself is not stored (R29). */
  token_hash: string
  customer_id: string
  created_at: string
  expires_at: string
  /** Such as `Firefox on Android`; `null` for sessions of earlier versions. */
  device: string | null
}

type AccountLinksTable = {
  /** SHA-256 in hex. */
  token_hash: string
  /** `null` for an address without an account: both write a row (R31). */
  customer_id: string | null
  purpose: 'reset-password' | 'confirm-address'
  expires_at: string
  used_at: string | null
}

/** Client addresses of earlier sign-ins, which stay usable when others are rate limited. */
type KnownAddressesTable = {
  customer_id: string
  /** SHA-256 in hex of customer and address together. */
  address_hash: string
  expires_at: string
}
