import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { postWaiting } from '../../books/post-worker.ts'
import { listUnmatched } from '../../settlement/unmatched-payments.repository.ts'
import { BOTH_ENGINES, createEmptyDatabase } from '../../testing/servers/engines.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'

/** A shop as it was before Sales: orders of each channel, a charge, a refund of it, one by hand and a dispute. */
async function openOldShop(): Promise<Database> {
  const { database, close } = await createEmptyDatabase('sqlite')
  onTestFinished(close)
  await migrate(database, '0042-placement-keys')
  const statements = [
    `insert into orders (order_id, first_name, last_name, email, order_date, order_status, total_cents, tax_cents,
      tax_rate_millionths, delivery_cents, channel)
      select channel, 'A', 'B', 'a@shop.example', day, 'processing', 100, 0, 0, 0, channel from (
        select 'online' as channel, '2026-01-01' as day union select 'phone', '2026-01-02' union select 'fair', '2026-01-03')`,
    `insert into payments (reference, order_id, gateway_id, state, authorized_cents, captured_cents, refunded_cents, created_at)
      values ('charged', 'online', 'g1', 'settled', 100, 100, 30, '2026-01-04T10:00:00.000Z'),
        ('authorized', 'phone', 'g2', 'authorized', 100, 0, 0, '2026-01-05T10:00:00.000Z')`,
    `insert into payment_operations (operation_id, reference, kind, amount_cents, state, attempts, next_attempt_at,
      created_at, finished_at)
      values ('done', 'charged', 'refund', 30, 'done', 1, '', '', '2026-01-06T10:00:00.000Z'),
        ('failed', 'charged', 'refund', 20, 'failed', 1, '', '', '2026-01-07T10:00:00.000Z')`,
    `insert into order_refunds (refund_id, order_id, amount_cents, note, refunded_at)
      values ('by hand', 'fair', 10, '', '2026-01-08T10:00:00.000Z')`,
    `insert into disputes (dispute_id, reference, order_id, amount_cents, state, opened_at)
      values ('1', 'charged', 'online', 100, 'open', '2026-01-09T10:00:00.000Z')`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(database)
  return database
}

test('orders by phone and at fairs keep their channel when orders can be wholesale, too', async () => {
  const database = await openOldShop()
  await migrate(database)
  const orders = await database.selectFrom('orders').select(['order_id', 'channel']).orderBy('order_id').execute()
  expect(orders.map(({ order_id, channel }) => [order_id, channel])).toEqual([
    ['fair', 'fair'],
    ['online', 'online'],
    ['phone', 'phone'],
  ])
})

test('charges and refunds from before Sales are known, each on its day, and the rows of all orders are to be written', async () => {
  const database = await openOldShop()
  await migrate(database)
  const movements = await database.selectFrom('payment_movements').selectAll().orderBy('day').execute()
  expect(movements.map(({ kind, amount_cents, day, settled }) => [kind, amount_cents, day, settled])).toEqual([
    ['charge', 100, '2026-01-04', 1],
    ['refund', 30, '2026-01-06', 1],
  ])
  const waiting = await database.selectFrom('orders_to_post').select('order_id').orderBy('order_id').execute()
  expect(waiting.map(({ order_id }) => order_id)).toEqual(['fair', 'online', 'phone'])
})

test('an order that was partly cancelled and otherwise refunded has the status refunded', async () => {
  const database = await openOldShop()
  await migrate(database, '0070-order-transactions')
  await database.deleteFrom('orders_to_post').execute()
  await database.updateTable('orders').set({ order_status: 'cancelled' }).execute()
  const items = [
    ['online', 'cancelled', null],
    ['online', null, 'refunded'],
    ['phone', 'cancelled', null],
    ['phone', null, 'refunded'],
    ['fair', 'cancelled', null],
    ['fair', null, null],
  ].map(([order_id = '', cancellation_status, refund_status], position) => ({
    ...{ order_item_id: `i${position}`, order_id, position, product_id: '101', product_name: 'Bag' },
    ...{ price_cents: 100, quantity: 1, image_file: null, discount_cents: 0, cancellation_status, refund_status },
  }))
  for (const item of items)
    await sql`insert into order_items ${sql.raw(`(${Object.keys(item).join()})`)}
    values (${sql.join(Object.values(item))})`.execute(database)
  await sql`insert into order_refunds (refund_id, order_id, amount_cents, note, refunded_at)
    values ('in part', 'online', 10, '', '2026-01-08T10:00:00.000Z')`.execute(database)
  await migrate(database)
  const orders = await database.selectFrom('orders').select(['order_id', 'order_status']).orderBy('order_id').execute()
  expect(orders.map(({ order_id, order_status }) => [order_id, order_status])).toEqual([
    ['fair', 'cancelled'],
    ['online', 'refunded'],
    ['phone', 'cancelled'],
  ])
  expect(await database.selectFrom('orders_to_post').selectAll().execute()).toEqual([{ order_id: 'online' }])
})

test('orders with cancelled items that are not refunded are listed as to refund once their rows are written', async () => {
  const database = await openOldShop()
  await migrate(database, '0079-payment-provider')
  await database.deleteFrom('orders_to_post').execute()
  await sql`insert into order_items (order_item_id, order_id, position, product_id, product_name, price_cents, quantity,
      cancellation_status, cancelled_at, refund_status)
    select order_id, order_id, 0, '101', 'Bag', 100, 1, 'cancelled', '2026-01-08T10:00:00.000Z',
      case order_id when 'fair' then 'refunded' end from orders`.execute(database)
  await migrate(database)
  expect(await postWaiting(database)).toBe(2)
  expect(await database.selectFrom('orders_to_refund').selectAll().execute()).toEqual([{ order_id: 'online' }])
})

test.each(BOTH_ENGINES)(
  'a payment keeps its order or its own reference, and the next version may write null, on %s',
  async (engine) => {
    const { database, close } = await createEmptyDatabase(engine)
    onTestFinished(close)
    await migrate(database, '0081-event-provider')
    const insert = (rows: string) =>
      sql`insert into payments (reference, order_id, gateway_id, state, authorized_cents, captured_cents, refunded_cents,
      created_at) values ${sql.raw(rows)}`.execute(database)
    await insert(`('100001-abcdef', '100001', 'g1', 'settled', 100, 100, 0, '2026-01-04T10:00:00.000Z'),
    ('100002-abcdef', '100002-abcdef', 'g2', 'settled', 100, 100, 0, '2026-01-05T10:00:00.000Z')`)
    const before = await database.selectFrom('payments').selectAll().orderBy('reference').execute()
    await migrate(database)
    expect(await database.selectFrom('payments').selectAll().orderBy('reference').execute()).toEqual(before)
    await insert(`('100003-abcdef', null, 'g3', 'settled', 100, 100, 0, '2026-01-06T10:00:00.000Z')`)
    expect((await listUnmatched(database, 9)).map(({ reference }) => reference)).toEqual([
      '100002-abcdef',
      '100003-abcdef',
    ])
  },
)
