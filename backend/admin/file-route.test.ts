import { parseAddress } from '@shop/contract/address/postal-address'
import { requestPath } from '@shop/contract/http/call'
import { ordersFile } from '@shop/contract/orders/admin'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test } from 'vitest'
import { ADMIN_FILES } from '../../tests/harness/contract-calls.ts'
import { booksCsv } from '../books/books-csv.ts'
import { exportProductsCsv } from '../catalog/import/products-csv.ts'
import { inquiriesCsv } from '../contact/contact.admin-routes.ts'
import { insertInquiry } from '../contact/contact.repository.ts'
import { buildOrder } from '../orders/build-order.ts'
import { labelsCsv } from '../orders/fulfilment/labels-csv.ts'
import { addressColumns } from '../orders/order-address.ts'
import { insertOrders, type StoredOrder } from '../orders/orders.repository.ts'
import { ordersCsv } from '../orders/page/orders-csv.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import { BATCH_ROWS, chunksOf } from '../platform/database/queries.ts'
import { type AdminVisitor, signInAs } from '../testing/admin-visitor.ts'
import { downloadFile } from '../testing/files/download.ts'
import { JOSE, placeOrder } from '../testing/orders/orders.ts'
import { sharedTestShop } from '../testing/test-hooks.ts'
import { watchRows } from '../testing/watch-rows.ts'

const YEAR = { from: '2026-01-01', to: '2026-12-31' }
/** Orders, products, inquiries and movements. */
const ROWS = 2 * BATCH_ROWS + 1

const BAG = { product_id: '101', product_name: 'Bag', price_cents: 7900, quantity: 1, image_file: null }
const ADDRESS = addressColumns(parseAddress('1 Elm St\nOakland, CA 94601'))

const EXPORTS: Readonly<Record<string, (database: Database) => AsyncIterable<string>>> = {
  orders: (database) => ordersCsv(database, YEAR, 'orders'),
  'sums by state': (database) => ordersCsv(database, YEAR, 'tax'),
  products: exportProductsCsv,
  inquiries: (database) => inquiriesCsv(database, 'open'),
  movements: (database) => booksCsv(database, YEAR, 'movements'),
}

describe('a spreadsheet of the admin', () => {
  const shop = sharedTestShop('sqlite')
  let owner: AdminVisitor
  let draft: Omit<StoredOrder, 'order_id'>
  beforeAll(async () => {
    owner = await signInAs(shop, 'owner')
    const { database } = shop.store
    const { order_id: _, ...placed } = await placeOrder(database, { phone: '=1+1' })
    draft = placed
    const orders = Array.from({ length: ROWS - 1 }, (_value, index) => {
      const order_date = `2026-10-${10 + (index % 20)}`
      return buildOrder({ ...draft, order_id: `${200_001 + index}`, order_date, items: [BAG] })
    })
    await inTransaction(database, (trx) => insertOrders(trx, orders))
    const product = await database
      .selectFrom('products')
      .selectAll()
      .where('product_id', '=', '101')
      .executeTakeFirstOrThrow()
    const ids = Array.from({ length: ROWS }, (_value, index) => `x${index}`)
    for (const some of chunksOf(ids)) {
      await database
        .insertInto('products')
        .values(some.map((id) => ({ ...product, product_id: id, slug: id })))
        .execute()
    }
    const inquiry = {
      ...{ received_at: '2026-11-01T10:00:00.000Z', reason: 'Feedback', reference: '', message: 'Fine.' },
      ...{ first_name: 'Ann', last_name: 'Ray', email: 'ann@mail.example', probable_spam: 0, answered_at: null },
    }
    await inTransaction(database, async (trx) => {
      for (const message_id of ids) await insertInquiry(trx, { ...inquiry, message_id })
    })
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
    expect(new Set(rows.map(({ order_id }) => order_id)).size).toBe(ROWS)
    expect(rows).toHaveLength(ROWS)
    expect(rows[0]).toMatchObject({ first_name: JOSE.firstName, phone: "'=1+1" })
  })

  test.each(Object.entries(EXPORTS))(
    '%s are made in batches, between which other requests are served',
    async (_name, makeParts) => {
      const { database, read } = watchRows(shop.store.database)
      const parts: string[] = []
      const turns = await countTurns(async () => {
        for await (const part of makeParts(database)) parts.push(part)
      })
      expect(turns).toBeGreaterThanOrEqual(Math.ceil(ROWS / BATCH_ROWS))
      expect(Math.max(...read)).toBeLessThanOrEqual(BATCH_ROWS)
      expect(read.reduce((sum, rows) => sum + rows)).toBeGreaterThanOrEqual(ROWS)
      for (const part of parts) expect(part.split('\r\n').length).toBeLessThanOrEqual(BATCH_ROWS + 1)
    },
  )

  test('labels are made in batches, too', async () => {
    const orders = Array.from({ length: ROWS }, (_, index) =>
      buildOrder({ ...draft, ...ADDRESS, order_id: `${300_001 + index}` }),
    )
    let made = 0
    const turns = await countTurns(async () => {
      made = (await labelsCsv(shop.store.database, orders)).orders
    })
    expect(made).toBe(ROWS)
    expect(turns).toBeGreaterThanOrEqual(Math.ceil(ROWS / BATCH_ROWS))
  })
})

/** Counts how often other work of the process runs during some work. */
async function countTurns(work: () => Promise<void>): Promise<number> {
  let turns = 0
  const count = () => {
    turns += 1
    counting = setImmediate(count)
  }
  let counting = setImmediate(count)
  await work()
  clearImmediate(counting)
  return turns
}
