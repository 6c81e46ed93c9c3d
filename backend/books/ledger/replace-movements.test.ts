import { expect, test } from 'vitest'
import { inTransaction } from '../../platform/database/database.ts'
import { eachTestStore } from '../../testing/test-hooks.ts'
import { type CardMovement, replaceMovements } from './replace-movements.ts'

const REFERENCE = '100001-abcdef'
const opened = eachTestStore('sqlite')

const refund = (movement_id: string, amount_cents: number, settled = 0): CardMovement => {
  return { movement_id, reference: REFERENCE, kind: 'refund', amount_cents, day: '2026-11-20', settled }
}
const replace = (...movements: CardMovement[]) =>
  inTransaction(opened.store.database, (trx) =>
    replaceMovements(trx, { reference: REFERENCE, order_id: '100001' }, movements),
  )
const taxes = async () => {
  const rows = await opened.store.database.selectFrom('payment_movements').selectAll().orderBy('movement_id').execute()
  return rows.map(({ movement_id, amount_cents, tax_cents, settled }) => [
    movement_id,
    amount_cents,
    tax_cents,
    settled,
  ])
}

test('a refund keeps the tax that was worked out for it until its amount is another one', async () => {
  await replace(refund('a', 500), refund('b', 700))
  await opened.store.database.updateTable('payment_movements').set({ tax_cents: 45 }).execute()
  await replace(refund('b', 701), refund('a', 500, 1), refund('c', 1))
  expect(await taxes()).toEqual([
    ['a', 500, 45, 1],
    ['b', 701, null, 0],
    ['c', 1, null, 0],
  ])
})

test('what is no longer told of is gone', async () => {
  await replace(refund('a', 500), refund('b', 700))
  await replace(refund('b', 700))
  expect(await taxes()).toEqual([['b', 700, null, 0]])
  await replace()
  expect(await taxes()).toEqual([])
})
