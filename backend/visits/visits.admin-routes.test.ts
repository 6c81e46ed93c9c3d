import { adminVisits, type Visits } from '@shop/contract/admin/visits'
import { visitCalls } from '@shop/contract/visits'
import { expect, test } from 'vitest'
import { signInAs, visitAdmin } from '../testing/admin-visitor.ts'
import { ENGINES } from '../testing/engines.ts'
import { openTestShop } from '../testing/test-shop.ts'

const DAY = 24 * 60 * 60_000

test.each(ENGINES)('visits are counted by day and by page, with the names of products, on %s', async (engine) => {
  const shop = await openTestShop(engine)
  const visit = (page: string) => shop.call(visitCalls.trackVisit, { body: { page } })
  for (const page of ['/shop', '/shop', '/product/101']) await visit(page)
  shop.passTime(2 * DAY)
  await visit('/shop')
  const helper = await signInAs(shop, 'helper')
  const list = async (days: string): Promise<Visits> =>
    (await helper.call({ ...adminVisits.listVisits, path: `${adminVisits.listVisits.path}?days=${days}` })).json()

  const { days, pages } = await list('7')
  expect(days.map(({ views }) => views)).toEqual([0, 0, 0, 0, 3, 0, 1])
  expect(days.at(-1)?.day).toBe(shop.clock().toISOString().slice(0, 10))
  expect(pages).toEqual([
    { page: '/shop', product_name: null, views: 3 },
    { page: '/product/101', product_name: 'Campus Slim Backpack, Blue', views: 1 },
  ])
  expect((await list('90')).days).toHaveLength(90)
  expect((await visitAdmin(shop.app).call(adminVisits.listVisits)).statusCode).toBe(401)
  shop.passTime(10 * DAY)
  const later = await signInAs(shop, 'helper', 'grace@shop.example')
  const quiet = { ...adminVisits.listVisits, path: `${adminVisits.listVisits.path}?days=7` }
  expect((await later.call(quiet)).json().pages).toEqual([])
  await shop.close()
})
