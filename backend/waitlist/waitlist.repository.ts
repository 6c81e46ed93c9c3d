import type { ExpressionBuilder, Selectable } from 'kysely'
import type { Database, Trx } from '../platform/database/database.ts'
import { countDeleted, isOneOf } from '../platform/database/queries.ts'
import type { Tables } from '../platform/database/tables.ts'

type Waiting = Selectable<WaitlistTables['waitlist']>

/**
 * Stores an address, or gives one that waits already the token of its new mail. A confirmed one stays confirmed.
 */
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

/** Confirms an address by the token of its mail; false for a token that is unknown or expired. Again is no error. */
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

/** Deletes an address by the token of its mail; false for an unknown token. */
export async function deleteWaiting(database: Database, tokenHash: string): Promise<boolean> {
  const result = await database.deleteFrom('waitlist').where('token_hash', '=', tokenHash).executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Deletes an address, whatever it waits for; returns for how many things it waited. */
export function deleteWaitingOf(trx: Trx, addresses: readonly string[]): Promise<number> {
  return countDeleted(trx.deleteFrom('waitlist').where(isOneOf('email', addresses)))
}

/**
 * Deletes those whose time ended before another, and those who wait for products that are gone: until then an undo brings
 * both back.
 */
export async function deleteOldWaiting(database: Database, before: string): Promise<number> {
  const expired = await countDeleted(database.deleteFrom('waitlist').where('expires_at', '<', before))
  const products = database.selectFrom('products').select('product_id')
  const isGone = database.deleteFrom('waitlist').where('product_id', '!=', '').where('product_id', 'not in', products)
  return expired + (await countDeleted(isGone))
}

export type WaitingCount = { product_id: string; product_name: string | null; waiting: number }

/** How many confirmed addresses wait for what, the most wanted first. The name of a product that is gone is `null`. */
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

/**
 * Marks who waits for something that is there now, and takes the mark from those whose product is sold out again, or
 * whose orders are paused again.
 */
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

/** A draft is not for sale; a hidden product is, by its address. */
function isThere(row: ExpressionBuilder<Tables, 'waitlist'>, ordersOpen: boolean) {
  const inStock = row
    .selectFrom('products')
    .select('products.product_id')
    .where('stock_quantity', '>', 0)
    .where('status', '!=', 'draft')
  return row.or([row('product_id', 'in', inStock), ...(ordersOpen ? [row('product_id', '=', '')] : [])])
}

/** Subjects back since before a time that people still wait for. */
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

/** Deletes those who have waited longest for what is there, at most so many, and returns their addresses. */
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
  /** SHA-256 in hex of the token in the latest mail, which confirms the address and deletes it. */
  token_hash: string
  /** Normalized, as mails are sent to it. */
  email: string
  /** Empty for those who wait until orders open. */
  product_id: string
  /** `null` until the owner of the mailbox has confirmed the address. */
  confirmed_at: string | null
  /** Since when what is waited for is there, as the job has seen it; `null` while it is not. */
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
