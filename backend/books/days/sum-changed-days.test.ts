import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '../../platform/database/database.ts'
import { placeOrder } from '../../testing/orders/orders.ts'
import { eachTestStore } from '../../testing/test-hooks.ts'
import { noteChangedDays } from './changed-days.ts'
import { listWrongDays, sumChangedDays } from './sum-changed-days.ts'

const opened = eachTestStore('sqlite')

test('a day that changes all the time, as in a rush of orders, is summed once in a round', async () => {
  const { database } = opened.store
  const { order_date } = await placeOrder(database)
  await sumChangedDays(database)
  // Changes each day while it is summed.
  await sql`create trigger changes after insert on books_days when new.day < 'm' begin
    insert into books_changes (day, change_id) values (new.day, 'change ' || random()); end`.execute(database)
  const note = () => inTransaction(database, (trx) => noteChangedDays(trx, [order_date]))
  await note()
  expect(await sumChangedDays(database)).toBe(1)
  expect(await sumChangedDays(database)).toBe(1)
})

test('all of many changed days are summed in a round', async () => {
  const { database } = opened.store
  const days = Array.from({ length: 25 }, (_, index) => `2024-02-${String(index + 1).padStart(2, '0')}`)
  for (const [index, order_date] of days.entries())
    await placeOrder(database, { order_id: `10000${index}`, order_date })
  expect(await sumChangedDays(database)).toBe(25)
  expect(await sumChangedDays(database)).toBe(0)
  expect(await listWrongDays(database)).toEqual([])
})
