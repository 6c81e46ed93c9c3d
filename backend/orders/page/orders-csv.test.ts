import { parseAddress } from '@shop/contract/address/postal-address'
import { requestPath } from '@shop/contract/http/call'
import { ordersFile } from '@shop/contract/orders/admin'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test } from 'vitest'
import { chunksOf } from '../../platform/database/queries.ts'
import { type AdminVisitor, signInAs } from '../../testing/admin-visitor.ts'
import { downloadFile } from '../../testing/files/download.ts'
import { callsOfOrders } from '../../testing/orders/order-calls.ts'
import { sharedTestShop } from '../../testing/test-hooks.ts'
import { watchRows } from '../../testing/watch-rows.ts'
import { addressColumns } from '../order-address.ts'
import { refundOrder } from '../refunds/refund-order.ts'
import { ordersCsv } from './orders-csv.ts'

const BAG = { product_id: '101', product_name: 'Bag', price_cents: 10_000, quantity: 1, image_file: null }

describe('orders as CSV', () => {
  const shop = sharedTestShop('sqlite')
  let owner: AdminVisitor
  beforeAll(async () => {
    owner = await signInAs(shop, 'owner')
    const { place } = callsOfOrders(() => shop)
    const sold = { items: [BAG], delivery_cents: 500, tax_cents: 885, tax_rate_millionths: 88_500 }
    await place({ ...sold, order_id: '600001', order_date: '2026-01-31', state: 'CA', first_name: '=1+1' })
    await place({
      ...sold,
      order_id: '600002',
      order_date: '2026-02-01',
      ...addressColumns(parseAddress('1 Elm St\nOakland, CA 94601')),
    })
    await place({ ...sold, order_id: '600003', order_date: '2026-02-28', tax_cents: 0, state: 'OR', payment: 'unpaid' })
    await place({ ...sold, order_id: '600004', order_date: '2026-02-28', tax_cents: 0 })
    await place({ ...sold, order_id: '600005', order_date: '2026-03-01', state: 'CA' })
    await place({ ...sold, order_id: '600006', order_date: '2026-02-02', state: 'CA', order_status: 'cancelled' })
    const context = { database: shop.store.database, clock: shop.clock, actor: 'ada@shop.example' }
    await refundOrder(context, {
      order_id: '600002',
      amount_cents: 1050,
      item_ids: [],
      note: '',
      despite_dispute: false,
      version: 0,
    })
  })

  const download = async (sheet: string, from: string, to: string) => {
    return downloadFile(owner, ordersFile, { sheet, from, to })
  }
  const rowsOf = (csv: string): Record<string, string>[] => parse(csv, { columns: true })

  test('both days of the period count, and what a spreadsheet would read as a formula is a text', async () => {
    const rows = rowsOf(await download('orders', '2026-01-31', '2026-02-28'))
    expect(rows.map(({ order_id }) => order_id)).toEqual(['600001', '600002', '600006', '600003', '600004'])
    expect(rows[0]).toMatchObject({
      first_name: "'=1+1",
      goods: '100.00',
      tax: '8.85',
      tax_rate: '0.0885',
      total: '113.85',
    })
    expect(rows[1]).toMatchObject({
      state: 'CA',
      paid_back: '10.50',
      delivery_address: '1 Elm St, Oakland, CA 94601',
    })
  })

  test('sales tax is summed by state, without orders that were cancelled as a whole', async () => {
    expect(rowsOf(await download('tax', '2026-02-01', '2026-02-28'))).toEqual([
      {
        ...{ state: 'CA', orders: '1', goods: '100.00', delivery: '5.00', tax: '8.85', total: '113.85' },
        ...{ code_discount: '0.00', paid_back: '10.50', not_paid_yet: '0.00' },
      },
      {
        ...{ state: 'OR', orders: '1', goods: '100.00', delivery: '5.00', tax: '0.00', total: '105.00' },
        ...{ code_discount: '0.00', paid_back: '0.00', not_paid_yet: '105.00' },
      },
      {
        ...{ state: 'unknown', orders: '1', goods: '100.00', delivery: '5.00', tax: '0.00', total: '105.00' },
        ...{ code_discount: '0.00', paid_back: '0.00', not_paid_yet: '0.00' },
      },
    ])
  })

  test('many orders are read in batches, and each is written before the next is read', async () => {
    const { database } = shop.store
    const sold = database.selectFrom('orders').selectAll().where('order_id', '=', '600001')
    const order = await sold.executeTakeFirstOrThrow()
    const copies = Array.from({ length: 1200 }, (_, index) => ({
      ...order,
      order_id: String(700_000 + index),
      order_date: '2027-01-02',
    }))
    for (const some of chunksOf(copies)) await database.insertInto('orders').values(some).execute()
    const { database: watched, read } = watchRows(database)
    const readAtPart: number[] = []
    const period = { from: '2027-01-01', to: '2027-01-31' }
    for await (const _ of ordersCsv(watched, period, 'orders')) readAtPart.push(read.length)
    expect(read.reduce((sum, rows) => sum + rows)).toBe(1200)
    expect(Math.max(...read)).toBeLessThanOrEqual(500)
    expect(readAtPart).toEqual([0, ...read.filter((rows) => rows > 0).map((_, index) => index + 1)])
  })

  test('helpers export nothing', async () => {
    const helper = await signInAs(shop, 'helper')
    const path = requestPath(ordersFile.path, {}, { sheet: 'tax', from: '2026-02-01', to: '2026-02-28' })
    expect((await helper.call({ method: 'GET', path })).statusCode).toBe(403)
  })
})
