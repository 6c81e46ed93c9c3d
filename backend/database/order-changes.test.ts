import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listNotes, termsOf } from '../orders/orders.repository.ts'
import { BOTH_ENGINES, createEmptyDatabase, type TestDatabase } from '../testing/engines.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'

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
