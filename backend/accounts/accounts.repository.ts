import type { Selectable } from 'kysely'
import type { Database, Trx } from '../database/database.ts'
import type { AccountsTables } from './accounts.tables.ts'

export type Customer = Selectable<AccountsTables['customers']>

/** The customer with this normalized address. */
export async function findCustomerByEmail(database: Database, emailFolded: string): Promise<Customer | null> {
  const query = database.selectFrom('customers').selectAll().where('email_folded', '=', emailFolded)
  return (await query.executeTakeFirst()) ?? null
}

/** False when the address already has an account, including one created concurrently. */
export async function insertCustomer(trx: Trx, customer: Customer): Promise<boolean> {
  const result = await trx
    .insertInto('customers')
    .values(customer)
    .onConflict((conflict) => conflict.column('email_folded').doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function countCustomers(database: Database): Promise<number> {
  const query = database.selectFrom('customers').select((row) => row.fn.countAll<number | string>().as('count'))
  return Number((await query.executeTakeFirstOrThrow()).count)
}

/** The subset of `ids` that exist. */
export async function listKnownCustomerIds(database: Database, ids: readonly string[]): Promise<Set<string>> {
  const known = new Set<string>()
  for (const id of new Set(ids)) {
    const row = await database
      .selectFrom('customers')
      .select('customer_id')
      .where('customer_id', '=', id)
      .executeTakeFirst()
    if (row) known.add(row.customer_id)
  }
  return known
}

export async function insertSession(database: Database, session: AccountsTables['sessions']): Promise<void> {
  await database.insertInto('sessions').values(session).execute()
}

/** The customer that an unexpired token belongs to. */
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

export async function deleteExpiredSessions(database: Database, now: Date): Promise<void> {
  await database.deleteFrom('sessions').where('expires_at', '<=', now.toISOString()).execute()
}

/** Deletes a customer's oldest sessions beyond a limit, but never the newest, even if the clock was wrong before. */
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

/** Hashed addresses that the customer with this e-mail signed in from recently; empty without an account. */
export function listKnownAddresses(
  database: Database,
  emailFolded: string,
  now: Date,
): Promise<{ customer_id: string; address_hash: string }[]> {
  return database
    .selectFrom('known_addresses')
    .innerJoin('customers', 'customers.customer_id', 'known_addresses.customer_id')
    .select(['known_addresses.customer_id', 'address_hash'])
    .where('email_folded', '=', emailFolded)
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

/** Deletes expired addresses, and those of this customer beyond a limit, earliest expiry first. */
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
