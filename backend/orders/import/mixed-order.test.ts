import { expect, test } from 'vitest'
import { parseTestSheet } from '../../testing/orders/order-sheets.ts'
import { openTestStore } from '../../testing/servers/engines.ts'
import { importOrders } from './orders.import.ts'

const HEADER =
  'order_id,order_date,first_name,last_name,email,product_id,product_name,price,quantity,order_status,cancellation_status,refund_status,delivery_state,tax_amount'
const rowOf = (item: string, price: number, cancelled: string, refunded: string) =>
  `460001,2025-10-31,Ada,Byron,ada@shop.example,${item},Campus,${price},1,delivered,${cancelled},${refunded},MA,10`

test('an imported order that was partly cancelled and otherwise refunded leaves no money and no tax in the books', async () => {
  const opened = await openTestStore('sqlite')
  const { database } = opened.store
  const file = [HEADER, rowOf('101', 50, '', 'refunded'), rowOf('102', 100, 'cancelled', '')].join('\n')
  const parsed = parseTestSheet(file)
  const { errors } = await importOrders(
    { database, clock: () => new Date('2026-11-27T12:00:00Z'), actor: 'command' },
    parsed,
  )
  expect(errors).toEqual([])
  const rows = await database.selectFrom('order_transactions').selectAll().execute()
  const net = rows.reduce((sum, { charged_cents, paid_back_cents }) => sum + charged_cents - paid_back_cents, 0)
  const tax = rows.reduce((sum, { tax_cents, tax_paid_back_cents }) => sum + tax_cents - tax_paid_back_cents, 0)
  expect([net, tax]).toEqual([0, 0])
  await opened.close()
})
