import type { ExpressionBuilder, Selectable } from 'kysely'
import type { Database, Trx } from '../platform/database/database.ts'
import { countDeleted, isOneOf } from '../platform/database/queries.ts'
import type { Tables } from '../platform/database/tables.ts'

type Waiting = Selectable<WaitlistTables['waitlist']>

/** Stores an address, or replaces its token. A confirmed one stays confirmed. */
export async function upsertWaiting(
  trx: Trx,
  waiting: Pick<Waiting, 'token_hash' | 'email' | 'product_id' | 'expires_at'>,
): Promise<void> {
  await trx
    .insertInto('waitlist')
    .values({ ...waiting, confirmed_at: null, due_at: null })
    .onConflict((conflict) =>
      conflict.columns(['product_id', 'email']).doUpdateSet((row) => ({
        token_hash: waiting.token_hash,
        expires_at: row
          .case()
          .when('waitlist.confirmed_at', 'is', null)
          .then(waiting.expires_at)
          .else(row.ref('waitlist.expires_at'))
          .end(),
      })),
    )
    .execute()
}

/** False for an unknown or expired token. Repeating it is no error. */
export async function confirmWaiting(
  database: Database,
  tokenHash: string,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  const result = await database
    .updateTable('waitlist')
    .set((row) => ({
      confirmed_at: row.fn.coalesce('confirmed_at', row.val(now.toISOString())),
      expires_at: row
        .case()
        .when('confirmed_at', 'is', null)
        .then(until.toISOString())
        .else(row.ref('expires_at'))
        .end(),
    }))
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** False for an unknown token. */
export async function deleteWaiting(database: Database, tokenHash: string): Promise<boolean> {
  const result = await database.deleteFrom('waitlist').where('token_hash', '=', tokenHash).executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Returns the number of their subjects. */
export function deleteWaitingOf(trx: Trx, addresses: readonly string[]): Promise<number> {
  return countDeleted(trx.deleteFrom('waitlist').where(isOneOf('email', addresses)))
}

/** Deletes expired addresses, and those of deleted products, which an undo could restore until then. */
export async function deleteOldWaiting(database: Database, before: string): Promise<number> {
  const expired = await countDeleted(database.deleteFrom('waitlist').where('expires_at', '<', before))
  const products = database.selectFrom('products').select('product_id')
  const isGone = database.deleteFrom('waitlist').where('product_id', '!=', '').where('product_id', 'not in', products)
  return expired + (await countDeleted(isGone))
}

export type WaitingCount = { product_id: string; product_name: string | null; waiting: number }

export async function countWaiting(database: Database): Promise<WaitingCount[]> {
  const rows = await database
    .selectFrom('waitlist')
    .leftJoin('products', 'products.product_id', 'waitlist.product_id')
    .select((row) => ['waitlist.product_id', 'products.product_name', row.fn.countAll<number | string>().as('waiting')])
    .where('confirmed_at', 'is not', null)
    .groupBy(['waitlist.product_id', 'products.product_name'])
    .execute()
  return rows
    .map((row) => ({ ...row, waiting: Number(row.waiting) }))
    .toSorted((one, other) => other.waiting - one.waiting || (one.product_id < other.product_id ? -1 : 1))
}

/** Marks addresses whose subject is there, and unmarks the others. */
export async function markDue(trx: Trx, ordersOpen: boolean, now: Date): Promise<void> {
  await trx
    .updateTable('waitlist')
    .set({ due_at: null })
    .where('due_at', 'is not', null)
    .where((row) => row.not(isThere(row, ordersOpen)))
    .execute()
  await trx
    .updateTable('waitlist')
    .set({ due_at: now.toISOString() })
    .where('due_at', 'is', null)
    .where('confirmed_at', 'is not', null)
    .where((row) => isThere(row, ordersOpen))
    .execute()
}

/** A hidden product is for sale, by its address; a draft is not. */
function isThere(row: ExpressionBuilder<Tables, 'waitlist'>, ordersOpen: boolean) {
  const inStock = row
    .selectFrom('products')
    .select('products.product_id')
    .where('stock_quantity', '>', 0)
    .where('status', '!=', 'draft')
  return row.or([row('product_id', 'in', inStock), ...(ordersOpen ? [row('product_id', '=', '')] : [])])
}

/** Subjects there since before a time, with people waiting. */
export async function listDue(trx: Trx, before: Date): Promise<{ product_id: string; product_name: string | null }[]> {
  return trx
    .selectFrom('waitlist')
    .leftJoin('products', 'products.product_id', 'waitlist.product_id')
    .select(['waitlist.product_id', 'products.product_name'])
    .distinct()
    .where('due_at', '<', before.toISOString())
    .orderBy('waitlist.product_id')
    .execute()
}

/** Deletes those who waited longest, and returns their addresses. */
export async function takeWaiting(
  trx: Trx,
  { product_id, before, limit }: { product_id: string; before: Date; limit: number },
): Promise<string[]> {
  const rows = await trx
    .deleteFrom('waitlist')
    .where('token_hash', 'in', (query) =>
      query
        .selectFrom('waitlist')
        .select('token_hash')
        .where('product_id', '=', product_id)
        .where('due_at', '<', before.toISOString())
        .orderBy('confirmed_at')
        .orderBy('token_hash')
        .limit(limit),
    )
    .returning('email')
    .execute()
  return rows.map(({ email }) => email)
}

type WaitlistTables = { waitlist: WaitlistTable }

declare module '../platform/database/tables.ts' {
  interface Tables extends WaitlistTables {}
}

type WaitlistTable = {
  /** SHA-256 in hex of the latest email's token. */
  token_hash: string
  email: string
  /** Empty: until orders open. */
  product_id: string
  /** `null` until the mailbox's owner confirms. */
  confirmed_at: string | null
  /** Since when the subject is there; `null` while it is not. */
  due_at: string | null
  expires_at: string
}

export function listWaitingOf(database: Database, addresses: readonly string[]) {
  return database
    .selectFrom('waitlist')
    .select(['email', 'product_id', 'confirmed_at', 'expires_at'])
    .where(isOneOf('email', addresses))
    .orderBy('product_id')
    .orderBy('email')
    .execute()
}
