import type { Selectable } from 'kysely'
import type { Database, Trx } from '../database/database.ts'
import type { AccountsTables } from './accounts.tables.ts'

export type Customer = Selectable<AccountsTables['customers']>

/** The customer with this address in its folded form. */
export async function findCustomerByEmail(database: Database, emailFolded: string): Promise<Customer | null> {
  const query = database.selectFrom('customers').selectAll().where('email_folded', '=', emailFolded)
  return (await query.executeTakeFirst()) ?? null
}

/** False when the address already has an account, also when both come at the same instant. */
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

/** Which of these the shop knows. */
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

/** The customer whose token this is, as long as it has not expired. */
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
