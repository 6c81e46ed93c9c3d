import { expect, test } from 'vitest'
import { inTransaction } from '../platform/database/database.ts'
import { placeOrder } from '../testing/orders/orders.ts'
import { eachTestStore } from '../testing/test-hooks.ts'
import { findOrder, newOrderNumber, updateStatusClearingImported } from './orders.repository.ts'

const opened = eachTestStore('sqlite')

test('numbers of orders that were imported are skipped', async () => {
  const { database } = opened.store
  const draw = () => inTransaction(database, newOrderNumber)
  const first = Number(await draw())
  for (const order_id of [String(first + 1), String(first + 2)]) await placeOrder(database, { order_id })
  expect([await draw(), await draw()]).toEqual([String(first + 3), String(first + 4)])
})

test('the status of an import goes with a new status, and stays with the same one', async () => {
  const { database } = opened.store
  const order = await placeOrder(database, { imported_status: 'Awaiting pickup' })
  const set = async (status: 'processing' | 'cancelled') => {
    await inTransaction(database, (trx) => updateStatusClearingImported(trx, order, status))
    const found = await findOrder(database, order.order_id)
    return [found?.order_status, found?.imported_status]
  }
  expect([await set('processing'), await set('cancelled')]).toEqual([
    ['processing', 'Awaiting pickup'],
    ['cancelled', null],
  ])
})
