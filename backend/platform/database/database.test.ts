import { contactCalls } from '@shop/contract/contact/calls'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { listInquiries } from '../../contact/contact.repository.ts'
import { findOrder, listNotes } from '../../orders/orders.repository.ts'
import { BOTH_ENGINES, createEmptyDatabase, type TestDatabase } from '../../testing/servers/engines.ts'
import { openTestShop } from '../../testing/test-shop.ts'
import { createSemaphore } from '../lib/semaphore.ts'
import { readSettings } from '../settings/settings.ts'
import { type Database, labelOf } from './database.ts'
import { migrate } from './migrate.ts'
import { termsOf } from './search/search-terms.ts'

test.each(['pa/ss@word', 'pa?ss', 'pa#ss', '5432/secret'])(
  'a database password with unescaped characters is told and not printed',
  (password) => {
    const read = () => readSettings({ DATABASE_URL: `postgres://shop:${password}@127.0.0.1/shop` })
    expect(read).toThrow('Setting DATABASE_URL has a password with / ? or #: write them as %2F, %3F and %23.')
    expect(read).not.toThrow(password)
  },
)

test('a database password with an @ is a password', () => {
  const { databaseUrl } = readSettings({ DATABASE_URL: 'postgres://shop:p@ss@127.0.0.1/shop' })
  expect(labelOf({ databaseUrl, dataDir: '' })).toBe('PostgreSQL at 127.0.0.1/shop')
  expect(new URL(databaseUrl ?? '').password).toBe('p%40ss')
})

test("what the database's address leaves out comes from PostgreSQL's own variables", () => {
  const variables = { PGHOST: 'db.local', PGPORT: '6432', PGDATABASE: 'shop', PGUSER: 'family', PGPASSWORD: 'a/b@c' }
  expect(readSettings({ DATABASE_URL: 'postgres://', ...variables }).databaseUrl).toBe(
    'postgres://family:a%2Fb%40c@db.local:6432/shop',
  )
  expect(readSettings({ DATABASE_URL: 'postgres://me:x@host:1/mine', ...variables }).databaseUrl).toBe(
    'postgres://me:x@host:1/mine',
  )
})

test('releasing a permit twice frees it once', async () => {
  const semaphore = createSemaphore(1, 0)
  const leave = await semaphore.acquire()
  leave()
  leave()
  await semaphore.acquire()
  void semaphore.acquire()
  expect(semaphore.waiting).toBe(1)
})

test('a caller that gave up waiting takes no permit from those who still wait', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const semaphore = createSemaphore(1, 1000)
  const leave = await semaphore.acquire()
  const late = expect(semaphore.acquire()).rejects.toThrow('timeout exceeded')
  await vi.advanceTimersByTimeAsync(1000)
  await late
  expect(semaphore.waiting).toBe(0)
  leave()
  void semaphore.acquire()
  expect(semaphore.waiting).toBe(0)
})

const KIM = { firstName: 'Kim', lastName: 'Visitor', email: 'kim@shop.example', reason: 'Feedback' }
/** More than fit into the pages that the database has. */
const MAX_MESSAGES = 200

// SQLite's own limits have the effect of a full and of a read-only disk; `tests/faults` has real ones.
test.each([
  ['is full', 'max_page_count = 1', 'max_page_count = 1000000'],
  ['may only be read', 'query_only = on', 'query_only = off'],
])('a disk that %s is a clear error, loses no acknowledged write, and is used again', async (_, fault, repair) => {
  const shop = await openTestShop('sqlite')
  onTestFinished(() => shop.close())
  shop.expectFailedRequests()
  const pragma = (text: string) => sql`pragma ${sql.raw(text)}`.execute(shop.store.database)
  const acknowledged: string[] = []
  const write = async (number: number) => {
    const message = `${number} ${'strap '.repeat(300)}`.trim()
    const response = await shop.app.inject({
      method: 'POST',
      url: contactCalls.contactUs.path,
      payload: { ...KIM, message },
      remoteAddress: `10.0.0.${number}`,
    })
    if (response.statusCode === 200) acknowledged.push(message)
    return response
  }

  expect((await write(0)).statusCode).toBe(200)
  await pragma(fault)
  let failed = await write(1)
  for (let number = 2; failed.statusCode === 200 && number < MAX_MESSAGES; number += 1) failed = await write(number)
  expect([failed.statusCode, failed.json()]).toEqual([
    503,
    expect.objectContaining({ success: false, error: 'unavailable', message: expect.any(String) }),
  ])
  expect((await shop.app.inject('/api/products')).statusCode).toBe(200)

  await pragma(repair)
  expect((await write(MAX_MESSAGES)).statusCode).toBe(200)
  const stored = await listInquiries(shop.store.database, 'all')
  expect(stored.map(({ message }) => message).toSorted()).toEqual(acknowledged.toSorted())
})

/** More than one statement of the migration writes. */
const MANY = 501

describe.each(BOTH_ENGINES)('notes and search terms on %s, in a shop that had none', (engine) => {
  let opened: TestDatabase
  let database: Database
  beforeEach(async () => {
    opened = await createEmptyDatabase(engine)
    database = opened.database
    await migrate(database, '0017-idempotency-keys')
  })
  afterEach(() => opened.close())

  const insertOrders = (rows: readonly { id: string; first: string; last: string }[]) =>
    sql`insert into orders (order_id, first_name, last_name, email, order_date, order_status, total_cents, tax_cents,
      tax_rate_millionths, delivery_cents)
      values ${sql.join(
        rows.map(
          ({ id, first, last }) =>
            sql`(${id}, ${first}, ${last}, 'zoë@shop.example', '2026-11-01', 'processing', 100, 0, 0, 0)`,
        ),
      )}`.execute(database)
  const insertNote = (id: number, orderId: string, note: string) =>
    sql`insert into audit_log (id, at, actor, action, subject_kind, subject_id, before, after)
      values (${id}, ${`2026-11-02T10:0${id}:00.000Z`}, 'ada', 'order.noted', 'order', ${orderId}, 'null',
        ${JSON.stringify(note)})`.execute(database)

  test('notes move out of the audit log, but for orders that are gone', async () => {
    await insertOrders([{ id: '1', first: 'A', last: 'B' }])
    await insertNote(1, '1', 'Called, "urgent"')
    await insertNote(2, '1', 'Called again')
    await insertNote(3, '2', 'Of an order that is gone')
    await migrate(database)
    expect(await listNotes(database, '1')).toMatchObject([
      { author: 'ada', note: 'Called, "urgent"', noted_at: '2026-11-02T10:01:00.000Z' },
      { author: 'ada', note: 'Called again' },
    ])
    expect(await database.selectFrom('order_notes').select('note_id').execute()).toHaveLength(2)
  })

  test('every order is found by the terms that a new one has, and counts as taken online', async () => {
    const rows = Array.from({ length: MANY }, (_, index) => ({ id: String(1000 + index), first: 'Ada', last: 'B' }))
    const special = { id: '99', first: 'Zoë Anne-Marie', last: "O'Brien  Ødegård" }
    await insertOrders([...rows, special])
    await migrate(database)
    const terms = await database.selectFrom('order_terms').selectAll().execute()
    const termsByOrder = Map.groupBy(terms, ({ order_id }) => order_id)
    expect(termsByOrder.size).toBe(MANY + 1)
    for (const { id, first, last } of [special, ...rows]) {
      const stored = termsByOrder.get(id)?.map(({ term }) => term)
      expect(stored?.toSorted(), id).toEqual(termsOf(`${id} ${first} ${last} zoë@shop.example`).toSorted())
    }
    const { count } = await database
      .selectFrom('orders')
      .select((row) => row.fn.countAll<number | string>().as('count'))
      .where('channel', '=', 'online')
      .where('version', '=', 0)
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(MANY + 1)
  })
})

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

  test('each status becomes a state, and unknown statuses are preserved', async () => {
    const orders = [
      ['processing', null, 'processing', null],
      [' Shipped', '1Z', 'shipped', null],
      ['DELIVERED', '1Z', 'delivered', null],
      ['canceled', null, 'cancelled', null],
      ['refunded', null, 'refunded', null],
      ['On hold', null, 'processing', 'On hold'],
      ['Out for delivery', '1Z', 'shipped', 'Out for delivery'],
      ['', null, 'processing', null],
    ] as const
    for (const [index, [status, tracking]] of orders.entries()) await insertOrder(String(index), status, tracking)
    await migrate(database)
    for (const [index, [, tracking, state, words]] of orders.entries()) {
      expect(await findOrder(database, String(index))).toMatchObject({
        order_status: state,
        imported_status: words,
        tracking_number: tracking,
      })
    }
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
