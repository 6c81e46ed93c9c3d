import { requestPath } from '@shop/contract/http/call'
import { ordersFile } from '@shop/contract/orders/admin'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test } from 'vitest'
import { ADMIN_FILES } from '../../tests/harness/contract-calls.ts'
import { buildOrder } from '../orders/build-order.ts'
import { insertOrders } from '../orders/orders.repository.ts'
import { ordersCsv } from '../orders/page/orders-csv.ts'
import { inTransaction } from '../platform/database/database.ts'
import { EXPORT_BATCH } from '../platform/lib/csv/csv.ts'
import { type AdminVisitor, signInAs } from '../testing/admin-visitor.ts'
import { downloadFile } from '../testing/files/download.ts'
import { JOSE, placeOrder } from '../testing/orders/orders.ts'
import { sharedTestShop } from '../testing/test-hooks.ts'

const YEAR = { from: '2026-01-01', to: '2026-12-31' }
const ORDERS = 2 * EXPORT_BATCH + 1

describe('a spreadsheet of the admin', () => {
  const shop = sharedTestShop('sqlite')
  let owner: AdminVisitor
  beforeAll(async () => {
    owner = await signInAs(shop, 'owner')
    const { order_id: _, ...draft } = await placeOrder(shop.store.database, { phone: '=1+1' })
    const orders = Array.from({ length: ORDERS - 1 }, (_value, index) => {
      return buildOrder({ ...draft, order_id: `${200_001 + index}`, items: [] })
    })
    await inTransaction(shop.store.database, (trx) => insertOrders(trx, orders))
  })

  test.each(ADMIN_FILES.map((file) => [file.path, file] as const))(
    '%s is a download that begins with the mark by which Excel knows UTF-8',
    async (_path, { path }) => {
      const sheet = path.includes('sales') ? 'movements' : 'orders'
      const response = await owner.call({
        method: 'GET',
        path: requestPath(path, {}, { ...YEAR, sheet, status: 'all' }),
      })
      expect(response.statusCode, response.payload).toBe(200)
      expect(response.headers).toMatchObject({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': expect.stringMatching(/^attachment; filename="[\w.-]+\.csv"$/),
        'cache-control': 'no-store',
      })
      expect(response.headers['content-length']).toBeUndefined()
      expect([...response.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    },
  )

  test('holds every row once, names with accents and formulas as text', async () => {
    const rows: Record<string, string>[] = parse(await downloadFile(owner, ordersFile, { ...YEAR, sheet: 'orders' }), {
      columns: true,
    })
    expect(new Set(rows.map(({ order_id }) => order_id)).size).toBe(ORDERS)
    expect(rows).toHaveLength(ORDERS)
    expect(rows[0]).toMatchObject({ first_name: JOSE.firstName, phone: "'=1+1" })
  })

  test.each(['orders', 'tax'] as const)(
    'is made in batches between which other requests are served: %s',
    async (sheet) => {
      let turns = 0
      const count = () => {
        turns += 1
        counting = setImmediate(count)
      }
      let counting = setImmediate(count)
      const parts: string[] = []
      for await (const part of ordersCsv(shop.store.database, YEAR, sheet)) parts.push(part)
      clearImmediate(counting)
      expect(turns).toBeGreaterThanOrEqual(Math.ceil(ORDERS / EXPORT_BATCH))
      for (const part of parts) expect(part.split('\r\n').length).toBeLessThanOrEqual(EXPORT_BATCH + 1)
    },
  )
})
