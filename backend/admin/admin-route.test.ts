import { constants, PerformanceObserver } from 'node:perf_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { asRecord } from '@shop/contract/http/coercion'
import { expect, test, vi } from 'vitest'
import { collectGarbage } from '../platform/http/collect-garbage.ts'
import { sharedTestShop } from '../testing/test-hooks.ts'

const shop = sharedTestShop('sqlite')

/** The calls of helpers, by right; a helper needs one of them. All others are for owners, or for everyone who is signed in. */
const CALLS_OF_HELPERS: Readonly<Record<string, readonly string[]>> = {
  orders: [
    'GET customers',
    'GET customers/person',
    'GET orders',
    'GET orders/:order_id',
    'GET orders/taken/terms',
    'GET shipping',
    'GET shipping/labels',
    'POST customers/merge',
    'POST customers/note',
    'POST customers/unmerge',
    'POST orders/:order_id/address',
    'POST orders/:order_id/cancel',
    'POST orders/:order_id/charge',
    'POST orders/:order_id/delivered',
    'POST orders/:order_id/mail',
    'POST orders/:order_id/note',
    'POST orders/:order_id/payment',
    'POST orders/:order_id/returns/:return_id/receive',
    'POST orders/:order_id/ship',
    'POST orders/delivered',
    'POST orders/imports',
    'POST orders/imports/preview',
    'POST orders/taken',
    'POST orders/taken/offline',
    'POST orders/taken/preview',
    'POST shipping/tracking',
    'POST shipping/tracking/preview',
  ],
  products: [
    'GET colors',
    'GET demand',
    'GET line-sheet',
    'GET lines',
    'GET planned-changes',
    'GET product-order',
    'GET products-csv',
    'GET products/:product_id',
    'GET visits',
    'GET waitlist',
    'POST colors/order',
    'POST colors/remove',
    'POST colors/save',
    'POST lines/order',
    'POST lines/remove',
    'POST lines/save',
    'POST planned-changes/:planned_id',
    'POST planned-changes/:planned_id/cancel',
    'POST product-order',
    'POST products-csv',
    'POST products-csv/preview',
    'POST products/:product_id/colors',
    'POST products/:product_id/copy',
    'POST products/:product_id/delete',
    'POST products/:product_id/move',
    'POST products/:product_id/planned',
    'POST products/:product_id/stock',
    'POST products/:product_id/update',
    'POST products/create',
    'POST products/prices',
    'POST products/prices/preview',
    'POST products/sale',
    'POST products/sale/preview',
    'POST products/stock',
    'POST products/stock/preview',
  ],
  inquiries: [
    'GET inquiries',
    'GET inquiries/:id',
    'GET inquiries/export',
    'POST inquiries/:id/answer',
    'POST inquiries/:id/mark',
  ],
  pages: ['GET pages', 'GET pages/:page/versions', 'GET pages/pictures', 'POST pages', 'POST pages/preview'],
  books: ['GET sales', 'GET sales/file'],
  'products or orders': ['GET products'],
  'products or pages': ['POST media'],
  'orders or inquiries': ['GET mails', 'GET mails/samples', 'POST mails/retry'],
}

test('each call of helpers needs the right that is written here, and no other call is theirs', () => {
  const found = [...shop.app.adminAccess].flatMap(([name, access]) =>
    access === 'public' || typeof access.needs === 'string' || name.startsWith('HEAD ')
      ? []
      : [`${access.needs.join(' or ')}: ${name.replace('/api/admin/', '')}`],
  )
  const expected = Object.entries(CALLS_OF_HELPERS).flatMap(([needs, names]) =>
    names.map((name) => `${needs}: ${name}`),
  )
  expect(found.toSorted()).toEqual(expected.toSorted())
})

test('HEAD needs what GET does', () => {
  const heads = [...shop.app.adminAccess].filter(([name]) => name.startsWith('HEAD '))
  expect(heads.length).toBeGreaterThan(20)
  for (const [name, access] of heads)
    expect(access, name).toEqual(shop.app.adminAccess.get(name.replace('HEAD', 'GET')))
})

/** Collections that were forced while `during` ran. */
async function countCollections(during: () => Promise<unknown>): Promise<number> {
  let count = 0
  const forced = constants.NODE_PERFORMANCE_GC_FLAGS_FORCED
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (asRecord(Reflect.get(entry, 'detail'))?.flags === forced) count += 1
  })
  observer.observe({ entryTypes: ['gc'] })
  await during()
  // Entries are handed over in a later turn.
  for (let turn = 0; turn < 20; turn += 1) await nextTurn()
  observer.disconnect()
  return count
}

test('a stranger who announces a large body stops the shop by no collection, and collections are far apart', async () => {
  const headers = {
    'content-type': 'application/json',
    'content-length': '2000000',
    host: 'localhost:3000',
    origin: 'http://localhost:3000',
  }
  const count = await countCollections(async () => {
    for (let call = 0; call < 3; call += 1) {
      const { statusCode } = await shop.app.inject({ method: 'POST', url: '/api/admin/products-csv/preview', headers })
      expect(statusCode).toBe(401)
    }
  })
  expect(count).toBe(0)
  // Time stands still, also where the machine is busy with other things.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  const collectOften = async () => {
    for (let call = 0; call < 5; call += 1) collectGarbage()
  }
  expect(await countCollections(collectOften)).toBeLessThanOrEqual(1)
})
