import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { request } from '@playwright/test'
import { adminSeveralProducts } from '@shop/contract/catalog/several-products'
import { expect, onTestFinished, test } from 'vitest'
import { OWNERS_SHOP, startShop } from '../harness/shop/shop-server.ts'
import { printedInvite, signInFirstOwner } from '../harness/shop/sign-in-first-owner.ts'

const PRODUCTS = 5000
const HEADER = 'product_id,slug,product_name,line,short_description,description,price,stock,status'
const ROWS = Array.from(
  { length: PRODUCTS },
  (_, row) => `n-${row},n-${row},Bag ${row},Campus,Short,Long,79,1,published`,
)

test('kill -9 while products are imported changes none, and the import succeeds after the next start', async () => {
  const settings = { DEMO: 'off', LOG_LEVEL: 'warn' }
  const killed = await startShop(settings, { program: OWNERS_SHOP })
  const owner = await request.newContext()
  onTestFinished(() => owner.dispose())
  await signInFirstOwner(owner, await printedInvite(killed))
  const bring = (address: string) =>
    owner.post(`${address}${adminSeveralProducts.importProducts.path}`, {
      data: { csv: [HEADER, ...ROWS].join('\n'), stock: false, large_price_changes: false },
      headers: { origin: address },
      timeout: 0,
    })
  const count = (table: string) => {
    const database = new DatabaseSync(join(killed.dataDir, 'shop.sqlite'), { readOnly: true })
    const row = database.prepare(`select count(*) as rows from ${table}`).get()
    database.close()
    return Number(row?.rows)
  }
  const before = count('products')
  const cutOff = expect(bring(killed.address)).rejects.toThrow()
  await expect.poll(() => count('staged_products'), { interval: 10 }).toBeGreaterThan(0)
  await killed.kill()
  await cutOff
  expect([count('products'), count('staged_products') < PRODUCTS]).toEqual([before, true])

  const { port } = new URL(killed.address)
  const next = await startShop({ ...settings, PORT: port }, { program: OWNERS_SHOP, dataDir: killed.dataDir })
  onTestFinished(async () => void (await next.stop()))
  expect((await bring(next.address)).status()).toBe(200)
  expect(count('products')).toBe(before + PRODUCTS)
})
