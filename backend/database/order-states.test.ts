import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findOrder } from '../orders/orders.repository.ts'
import { BOTH_ENGINES, createEmptyDatabase, type TestDatabase } from '../testing/engines.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'

describe.each(BOTH_ENGINES)('order states on %s, in a shop that had none', (engine) => {
  let opened: TestDatabase
  let database: Database
  beforeEach(async () => {
    opened = await createEmptyDatabase(engine)
    database = opened.database
    await migrate(database, '0007-checkout')
  })
  afterEach(() => opened.close())

  const insertOrder = async (orderId: string, status: string, tracking: string | null = null) =>
    sql`insert into orders (order_id, first_name, last_name, email, order_date, order_status, total_cents, tax_cents,
      tax_rate_millionths, delivery_cents, tracking_number)
      values (${orderId}, 'A', 'B', 'a@shop.example', '2026-11-01', ${status}, 100, 0, 0, 0, ${tracking})`.execute(
      database,
    )
  const insertItem = async (position: number, cancellation: string | null, refund: string | null) =>
    sql`insert into order_items (order_item_id, order_id, position, product_id, product_name, price_cents, quantity,
      cancellation_status, refund_status)
      values (${`1-${position}`}, '1', ${position}, '101', 'Bag', 100, 1, ${cancellation}, ${refund})`.execute(database)

  test.each([
    ['processing', null, 'processing', null],
    [' Shipped', '1Z', 'shipped', null],
    ['DELIVERED', '1Z', 'delivered', null],
    ['canceled', null, 'cancelled', null],
    ['refunded', null, 'refunded', null],
    ['On hold', null, 'processing', 'On hold'],
    ['Out for delivery', '1Z', 'shipped', 'Out for delivery'],
    ['', null, 'processing', null],
  ])('the status %j becomes a state, and unknown statuses are preserved', async (status, tracking, state, words) => {
    await insertOrder('1', status, tracking)
    await migrate(database)
    expect(await findOrder(database, '1')).toMatchObject({
      order_status: state,
      imported_status: words,
      tracking_number: tracking,
    })
  })

  test('an item with any status is closed, and one without is open', async () => {
    await insertOrder('1', 'processing')
    await insertItem(0, null, null)
    await insertItem(1, 'Cancelled', 'refunded')
    await insertItem(2, 'requested', 'pending')
    await insertItem(3, ' ', '')
    await migrate(database)
    const { items = [] } = (await findOrder(database, '1')) ?? {}
    expect(items.map(({ cancellation_status, refund_status }) => [cancellation_status, refund_status])).toEqual([
      [null, null],
      ['cancelled', 'refunded'],
      ['other', 'other'],
      [null, null],
    ])
  })

  test('the database rejects any other state', async () => {
    await migrate(database)
    await insertOrder('1', 'processing')
    await insertItem(0, null, null)
    await expect(insertOrder('2', 'on hold')).rejects.toThrow(/constraint/i)
    await expect(insertItem(1, 'requested', null)).rejects.toThrow(/constraint/i)
    await expect(insertItem(2, null, 'pending')).rejects.toThrow(/constraint/i)
  })
})
