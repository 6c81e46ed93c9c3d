import { visitCalls } from '@shop/contract/visits/calls'
import { UNKNOWN_PAGE } from '@shop/contract/visits/pages'
import { describe, expect } from 'vitest'
import { ENGINES } from '../testing/servers/engines.ts'
import { eachTestShop } from '../testing/test-hooks.ts'
import { testsOn } from '../testing/tests-on.ts'
import { listMissingPages, MAX_MISSING_PER_DAY } from './visits.repository.ts'

describe.each(ENGINES)('visits on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const shop = eachTestShop(engine)

  const visits = () =>
    shop.store.database.selectFrom('visits').selectAll().orderBy('day', 'desc').orderBy('views', 'desc').execute()
  const visit = (page: unknown) => shop.app.inject({ method: 'POST', url: '/api/track-visit', payload: { page } })

  test('visits are counted per page and day, and nothing else is stored', async () => {
    await Promise.all([1, 2, 3].map(() => shop.call(visitCalls.trackVisit, { body: { page: '/shop' } })))
    shop.passTime(24 * 60 * 60 * 1000)
    await shop.call(visitCalls.trackVisit, { body: { page: '/shop' } })
    const counted = await visits()
    expect(counted.map(({ views }) => views)).toEqual([1, 3])
    expect(Object.keys(counted[0] ?? {}).sort()).toEqual(['day', 'page', 'views'])
  })

  onBoth('unknown paths are counted as one page', async () => {
    for (const page of ['/wp-login.php', '/product/no-such-bag', '/shop/1', '/Shop/']) {
      await shop.call(visitCalls.trackVisit, { body: { page } })
    }
    expect(await visits()).toMatchObject([
      { page: UNKNOWN_PAGE, views: 3 },
      { page: '/shop', views: 1 },
    ])
  })

  onBoth(
    'addresses without a page are counted too, so many a day, and none with what could be about a person',
    async () => {
      const { database } = shop.store
      const missing = () => listMissingPages(database, '2000-01-01')
      const personal = ['/a@b.example', '/ada%40shop.example', `/${'t'.repeat(41)}`, '/a/b/c/d/e/f/g', '/shop']
      for (const page of ['/Old-list', '/Old-list/', '/product/gone', ...personal]) await visit(page)
      expect(await missing()).toEqual([
        { path: '/Old-list', views: 2 },
        { path: '/product/gone', views: 1 },
      ])
      for (let number = 0; number < MAX_MISSING_PER_DAY; number += 1) await visit(`/invented-${number}`)
      expect(await missing()).toHaveLength(MAX_MISSING_PER_DAY)
      await visit('/Old-list')
      expect((await missing())[0]).toEqual({ path: '/Old-list', views: 3 })
    },
  )

  test('visits are limited per client address', async () => {
    const statuses: number[] = []
    for (let call = 0; call < 302; call += 1) statuses.push((await visit('/shop')).statusCode)
    expect([statuses.indexOf(429), statuses.at(-1)]).toEqual([300, 429])
  })

  test('a body that is not a path is rejected', async () => {
    for (const page of [
      '',
      'shop',
      '//evil.example',
      '/a b',
      '/shop?q=name',
      'https://x',
      '/a\\b',
      '/a\u202eb',
      7,
      null,
      ['/shop'],
      `/${'a'.repeat(300)}`,
    ]) {
      expect((await visit(page)).statusCode, String(page)).toBe(400)
      expect(await visits()).toEqual([])
    }
  })
})
