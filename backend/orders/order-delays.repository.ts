import type { Selectable } from 'kysely'
import type { Database, Trx } from '../platform/database/database.ts'
import type { OrdersTables } from './orders.tables.ts'

export type OrderDelay = Selectable<OrdersTables['order_delays']>

export function listDelays(database: Database, orderId: string): Promise<OrderDelay[]> {
  return database.selectFrom('order_delays').selectAll().where('order_id', '=', orderId).orderBy('number').execute()
}

export async function findDelayByToken(database: Database, tokenHash: string): Promise<OrderDelay | null> {
  const query = database.selectFrom('order_delays').selectAll().where('token_hash', '=', tokenHash)
  return (await query.executeTakeFirst()) ?? null
}

export async function insertDelay(trx: Trx, delay: OrderDelay): Promise<void> {
  await trx.insertInto('order_delays').values(delay).execute()
}

export async function updateDelay(
  trx: Trx,
  { order_id, number }: Pick<OrderDelay, 'order_id' | 'number'>,
  values: Partial<Pick<OrderDelay, 'agreed_at' | 'used_at'>>,
): Promise<void> {
  await trx
    .updateTable('order_delays')
    .set(values)
    .where('order_id', '=', order_id)
    .where('number', '=', number)
    .execute()
}

/** Deletes a notice of a locked order, which disables its link. */
export async function deleteDelay(trx: Trx, orderId: string, number: number): Promise<void> {
  await trx.deleteFrom('order_delays').where('order_id', '=', orderId).where('number', '=', number).execute()
}

/** Newest delay notices of unshipped orders. */
export function selectNewestDelays(database: Database) {
  return database
    .selectFrom('order_delays')
    .innerJoin('orders', 'orders.order_id', 'order_delays.order_id')
    .where('orders.order_status', '=', 'processing')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('order_delays as later')
            .select('later.number')
            .whereRef('later.order_id', '=', 'order_delays.order_id')
            .whereRef('later.number', '>', 'order_delays.number'),
        ),
      ),
    )
}

/** Unshipped orders whose answer to a delay is overdue, oldest first. */
export async function listUnanswered(
  database: Database,
  today: string,
  limit: number,
): Promise<{ order_id: string; answer_by: string }[]> {
  const rows = await selectNewestDelays(database)
    .select(['order_delays.order_id', 'answer_by'])
    .where('answer_by', '<', today)
    .where('agreed_at', 'is', null)
    .orderBy('answer_by')
    .orderBy('order_delays.order_id')
    .limit(limit)
    .execute()
  return rows.flatMap(({ order_id, answer_by }) => (answer_by === null ? [] : [{ order_id, answer_by }]))
}
