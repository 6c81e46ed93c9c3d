import type { Selectable } from 'kysely'
import type { Database, Trx } from '../database/database.ts'
import type { Customer } from './accounts.repository.ts'
import type { AccountsTables } from './accounts.tables.ts'

export type AccountLink = Selectable<AccountsTables['account_links']>

/** Stores a link, and deletes expired ones. */
export async function insertLink(trx: Trx, link: AccountLink, now: Date): Promise<void> {
  await trx.deleteFrom('account_links').where('expires_at', '<=', now.toISOString()).execute()
  await trx.insertInto('account_links').values(link).execute()
}

/** The customer of an unexpired, unused link; `null` without one. */
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

/** Marks a link as used; false when it was used or has expired meanwhile. */
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

/** Deletes a customer's links of one purpose. */
export async function deleteLinks(trx: Trx, customerId: string, purpose: AccountLink['purpose']): Promise<void> {
  await trx.deleteFrom('account_links').where('customer_id', '=', customerId).where('purpose', '=', purpose).execute()
}
