import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { isOneOf } from '../platform/database/queries.ts'

export function listAccountsOf(database: Database, addresses: readonly string[]) {
  return database
    .selectFrom('customers')
    .select(['customer_id', 'first_name', 'last_name', 'email', 'created_at', 'email_confirmed_at'])
    .where(isOneOf('email', addresses))
    .orderBy('created_at')
    .orderBy('customer_id')
    .execute()
}

export function listSessionsOf(database: Database, addresses: readonly string[]) {
  return database
    .selectFrom('sessions')
    .innerJoin('customers', 'customers.customer_id', 'sessions.customer_id')
    .select(['customers.email', 'device', 'sessions.created_at', 'sessions.expires_at'])
    .where(sql<boolean>`lower(customers.email) in (${sql.join(addresses)})`)
    .orderBy('sessions.created_at')
    .orderBy('token_hash')
    .execute()
}
