import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import { mailboxOf } from '../accounts/normalize.ts'
import type { Database, Trx } from '../platform/database/database.ts'
import { chunksOf } from '../platform/database/queries.ts'
import type { Tables } from '../platform/database/tables.ts'

export type StoredCode = Selectable<Tables['discount_codes']>

export async function findCode(database: Database, code: string): Promise<StoredCode | null> {
  const row = await database.selectFrom('discount_codes').selectAll().where('code', '=', code).executeTakeFirst()
  return row ?? null
}

export function listCodes(database: Database): Promise<StoredCode[]> {
  return database.selectFrom('discount_codes').selectAll().orderBy('created_at', 'desc').orderBy('code').execute()
}

export function listCodesOn(database: Database, day: string): Promise<StoredCode[]> {
  return database
    .selectFrom('discount_codes')
    .selectAll()
    .where('state', '=', 'on')
    .where((row) => row.or([row('starts_on', 'is', null), row('starts_on', '<=', day)]))
    .where((row) => row.or([row('ends_on', 'is', null), row('ends_on', '>=', day)]))
    .orderBy('code')
    .execute()
}

export async function insertCode(trx: Trx, code: StoredCode): Promise<void> {
  await trx.insertInto('discount_codes').values(code).execute()
}

export async function updateCode(trx: Trx, code: string, values: Partial<StoredCode>): Promise<void> {
  await trx
    .updateTable('discount_codes')
    .set((row) => ({ ...values, version: row('version', '+', 1) }))
    .where('code', '=', code)
    .execute()
}

export async function deleteCode(trx: Trx, code: string): Promise<void> {
  await trx.deleteFrom('discount_codes').where('code', '=', code).execute()
}

export async function lockCode(trx: Trx, code: string): Promise<StoredCode | null> {
  const row = await trx
    .updateTable('discount_codes')
    .set((columns) => ({ uses: columns.ref('uses') }))
    .where('code', '=', code)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Takes a use and locks the code; `null` when it is not on or used up. */
export async function takeUse(trx: Trx, code: string): Promise<StoredCode | null> {
  const row = await trx
    .updateTable('discount_codes')
    .set((columns) => ({ uses: columns('uses', '+', 1) }))
    .where('code', '=', code)
    .where('state', '=', 'on')
    .where((columns) => columns.or([columns('max_uses', 'is', null), columns('uses', '<', columns.ref('max_uses'))]))
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Retakes an order's use, whatever the code's state; `false` when none is left. */
export async function retakeUse(trx: Trx, code: string): Promise<boolean> {
  const result = await trx
    .updateTable('discount_codes')
    .set((columns) => ({ uses: columns('uses', '+', 1) }))
    .where('code', '=', code)
    .where((columns) => columns.or([columns('max_uses', 'is', null), columns('uses', '<', columns.ref('max_uses'))]))
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function hasCodeOn(database: Database, today: string): Promise<boolean> {
  const row = await database
    .selectFrom('discount_codes')
    .select('code')
    .where('state', '=', 'on')
    .where((columns) => columns.or([columns('ends_on', 'is', null), columns('ends_on', '>=', today)]))
    .executeTakeFirst()
  return row !== undefined
}

export async function giveUseBack(trx: Trx, code: string): Promise<void> {
  await trx
    .updateTable('discount_codes')
    .set((columns) => ({ uses: columns('uses', '-', 1) }))
    .where('code', '=', code)
    .where('uses', '>', 0)
    .execute()
}

const draft = z.object({ customer: z.object({ email: z.string() }) })

/** Whether an order of this mailbox has used a code, or one being paid will. */
export async function isUsedBy(database: Database, code: string, email: string): Promise<boolean> {
  const wanted = personOf(email)
  const orders = await database
    .selectFrom('orders')
    .select('email')
    .distinct()
    .where('discount_code', '=', code)
    .where('email', '!=', '')
    .execute()
  if (orders.some((order) => personOf(order.email) === wanted)) return true
  const open = await database
    .selectFrom('placements')
    .select('draft')
    .where('state', '=', 'checking')
    .where('discount_code', '=', code)
    .execute()
  return open.some((placement) => {
    const { data } = draft.safeParse(JSON.parse(placement.draft ?? 'null'))
    return data !== undefined && personOf(data.customer.email) === wanted
  })
}

/** Lower case also for letters beyond ASCII. */
function personOf(email: string): string {
  return mailboxOf(email).toLowerCase()
}

type Goods = { product_id: string; product_name: string; line: string }

export function listGoods(database: Database): Promise<Goods[]> {
  return selectGoods(database).execute()
}

/** With one of these ids or lines. */
export async function findGoods(
  database: Database,
  { ids, lines }: { ids: readonly string[]; lines: readonly string[] },
): Promise<Goods[]> {
  const queries = [
    ...chunksOf(ids).map((chunk) => selectGoods(database).where('product_id', 'in', chunk)),
    ...chunksOf(lines).map((chunk) => selectGoods(database).where('line', 'in', chunk)),
  ]
  const found = (await Promise.all(queries.map((query) => query.execute()))).flat()
  return [...new Map(found.map((one) => [one.product_id, one])).values()]
}

function selectGoods(database: Database) {
  return database
    .selectFrom('products')
    .select(['product_id', 'product_name', 'line'])
    .where('status', '!=', 'draft')
    .orderBy('position')
    .orderBy('product_id')
}
