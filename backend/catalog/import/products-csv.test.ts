import { afterEach, beforeEach, expect, test } from 'vitest'
import { countProductReads } from '../../testing/count-product-reads.ts'
import { openTestStore, type TestStore } from '../../testing/servers/engines.ts'
import { listProducts } from '../catalog.repository.ts'
import { importProductsCsv, previewProductsCsv } from './products-csv.ts'

let opened: TestStore
beforeEach(async () => {
  opened = await openTestStore('sqlite')
})
afterEach(() => opened.close())

test('a table reads all products once, and those it changed again for the audit log', async () => {
  const { length } = await listProducts(opened.store.database)
  const reads = countProductReads()
  const database = opened.store.database.withPlugin(reads.plugin)
  const context = { database, clock: () => new Date('2026-11-28T12:00:00Z'), actor: 'test' }
  const csv = 'product_id,price\n101,80\n'
  const preview = await previewProductsCsv(context, csv, { stock: false })
  expect(preview.changes?.products.changed).toMatchObject([{ key: '101' }])
  expect(reads.rows).toEqual([length])
  await importProductsCsv(context, csv, { stock: false, large_price_changes: false })
  expect(reads.rows).toEqual([length, length, 1])
})
