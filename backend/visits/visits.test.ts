import { DAY_MS } from '@shop/contract/durations'
import { adminVisits, type Visits } from '@shop/contract/visits/admin'
import { visitCalls } from '@shop/contract/visits/calls'
import { UNKNOWN_PAGE } from '@shop/contract/visits/pages'
import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { ADDRESSES } from '../../tests/browser/addresses.ts'
import { anyPath } from '../../tests/harness/any-path.ts'
import { localDay } from '../platform/lib/days/local-day.ts'
import { signInAs, visitAdmin } from '../testing/admin-visitor.ts'
import { ENGINES } from '../testing/servers/engines.ts'
import { openTestShop } from '../testing/test-shop.ts'
import { countedPage, OTHER_SEARCHES, searchSubject } from './visits.routes.ts'

it.each([
  ['/', '/'],
  ['/Shop/', '/shop'],
  ['/orderandreturn', '/orderAndReturn'],
  ['/product/12', '/product/12'],
  ['/Product/Campus-blue_2/', '/product/Campus-blue_2'],
  ['/shop/more', UNKNOWN_PAGE],
  ['/wp-login.php', UNKNOWN_PAGE],
  ['/product', UNKNOWN_PAGE],
  ['/product/1/2', UNKNOWN_PAGE],
  ['/product/%20', UNKNOWN_PAGE],
])('countedPage counts %s as %s', (path, page) => {
  expect(countedPage(path).page).toBe(page)
})

it('countedPage returns a product id only for product pages', () => {
  expect(countedPage('/product/12/').product_id).toBe('12')
  expect(countedPage('/shop').product_id).toBeNull()
})

it('countedPage counts every page of the shop by its own address', () => {
  expect(ADDRESSES.map((address) => countedPage(address).page)).toEqual(ADDRESSES)
})

it('countedPage is idempotent', () => {
  fc.assert(
    fc.property(anyPath, (path) => {
      const { page } = countedPage(path)
      expect(page === UNKNOWN_PAGE || countedPage(page).page === page).toBe(true)
    }),
  )
})

test.each([
  ['Backpack', 'backpack'],
  ['  Größe   XL\t', 'größe xl'],
  ['15" laptop', '15" laptop'],
  ["men's bag", "men's bag"],
  ['a', 'a'],
  ['旅行', '旅行'],
])('%j is counted as %j', (words, subject) => {
  expect(searchSubject(words)).toBe(subject)
})

test.each(['ada@shop.example', '555-0100-2000', 'order 100042', '<script>', '', '   ', 'x'.repeat(41), '../etc'])(
  '%j is counted among the others',
  (words) => {
    expect(searchSubject(words)).toBe(OTHER_SEARCHES)
  },
)

test.each(ENGINES)('visits are counted by day and by page, with the names of products, on %s', async (engine) => {
  const shop = await openTestShop(engine)
  const visit = (page: string) => shop.call(visitCalls.trackVisit, { body: { page } })
  for (const page of ['/shop', '/shop', '/product/101']) await visit(page)
  shop.passTime(2 * DAY_MS)
  await visit('/shop')
  const helper = await signInAs(shop, 'helper')
  const list = async (days: string): Promise<Visits> =>
    (await helper.call({ ...adminVisits.listVisits, path: `${adminVisits.listVisits.path}?days=${days}` })).json()

  const { days, pages } = await list('7')
  expect(days.map(({ views }) => views)).toEqual([0, 0, 0, 0, 3, 0, 1])
  expect(days.at(-1)?.day).toBe(localDay(shop.clock()))
  expect(pages).toEqual([
    { page: '/shop', product_name: null, views: 3 },
    { page: '/product/101', product_name: 'Campus Slim Backpack, Blue', views: 1 },
  ])
  expect((await list('90')).days).toHaveLength(90)
  expect((await visitAdmin(shop.app).call(adminVisits.listVisits)).statusCode).toBe(401)
  shop.passTime(10 * DAY_MS)
  const later = await signInAs(shop, 'helper', 'grace@shop.example')
  const quiet = { ...adminVisits.listVisits, path: `${adminVisits.listVisits.path}?days=7` }
  expect((await later.call(quiet)).json().pages).toEqual([])
  await shop.close()
})
