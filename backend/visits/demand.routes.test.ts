import { contactCalls } from '@shop/contract/contact/calls'
import { DAY_MS } from '@shop/contract/durations'
import { adminVisits, type DemandReport } from '@shop/contract/visits/admin'
import { type DemandEvent, MAX_DEMAND_EVENTS, visitCalls } from '@shop/contract/visits/calls'
import { beforeEach, describe, expect } from 'vitest'
import { listProductNames } from '../catalog/products/products.repository.ts'
import { inTransaction } from '../platform/database/database.ts'
import { localDay } from '../platform/lib/days/local-day.ts'
import { signInAs, visitAdmin } from '../testing/admin-visitor.ts'
import { ENGINES } from '../testing/servers/engines.ts'
import { eachTestShop } from '../testing/test-hooks.ts'
import { testsOn } from '../testing/tests-on.ts'
import { confirmWaiting, upsertWaiting } from '../waitlist/waitlist.repository.ts'
import { listDemand } from './visits.repository.ts'
import { MAX_SEARCHES_PER_DAY, OTHER_SEARCHES } from './visits.routes.ts'

const INQUIRY = {
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'ada@mail.example',
  phone: '916 555 0142',
  reason: 'Inquiry about any product',
  message: 'Is there a larger one?',
} as const

describe.each(ENGINES)('demand on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const shop = eachTestShop(engine)
  beforeEach(async () => {
    shop.stopTime()
  })

  const send = (...events: DemandEvent[]) => shop.call(visitCalls.trackDemand, { body: { events } })
  const search = (subject: string): DemandEvent => ({ kind: 'search', subject })
  const report = async (days: string): Promise<DemandReport> => {
    const helper = await signInAs(shop, 'helper', `helper-${days}@shop.example`)
    return (await helper.call({ ...adminVisits.getDemand, path: `${adminVisits.getDemand.path}?days=${days}` })).json()
  }

  onBoth('presses are counted by product and day, searches by their words, and nothing else is stored', async () => {
    await send({ kind: 'add', subject: '101' }, { kind: 'add', subject: '101' }, { kind: 'pay', subject: '101' })
    await Promise.all([1, 2, 3].map(() => send({ kind: 'add', subject: '102' }, search('  Red   Tent '))))
    shop.passTime(2 * DAY_MS)
    await send({ kind: 'add', subject: '101' }, search('red tent'), search('kite'))
    const { days, products, searches } = await report('7')
    expect(days).toHaveLength(7)
    expect(days.filter(({ added, pay_now }) => added + pay_now > 0)).toEqual([
      expect.objectContaining({ added: 5, pay_now: 1 }),
      expect.objectContaining({ day: localDay(shop.clock()), added: 1, pay_now: 0 }),
    ])
    expect(products).toMatchObject([
      { product_id: '101', product_name: 'Campus Slim Backpack, Blue', added: 3, pay_now: 1 },
      { product_id: '102', product_name: expect.any(String), added: 3, pay_now: 0 },
    ])
    expect(searches).toEqual([
      { words: 'red tent', count: 4 },
      { words: 'kite', count: 1 },
    ])
    const row = await shop.store.database.selectFrom('demand').selectAll().executeTakeFirstOrThrow()
    expect(Object.keys(row).sort()).toEqual(['day', 'events', 'kind', 'subject'])
  })

  onBoth('a product is asked for by carts, inquiries and those who wait; one that is only viewed is not', async () => {
    for (const product_id of ['101', '102', '103', '103']) {
      await shop.call(visitCalls.trackVisit, { body: { page: `/product/${product_id}` } })
    }
    await send({ kind: 'match', subject: '102' }, { kind: 'match', subject: '103' })
    const names = new Map(
      (await listProductNames(shop.store.database)).map((one) => [one.product_id, one.product_name]),
    )
    const write = (reference: string, website = '') =>
      shop.call(contactCalls.contactUs, { body: { ...INQUIRY, reference, website } })
    await write(` ${names.get('102')?.toUpperCase()}  `)
    await write(`${names.get('102')} and another one`)
    await write(names.get('103') ?? '', 'spam')
    await inTransaction(shop.store.database, async (trx) => {
      const row = { email: 'ada@mail.example', product_id: '101', expires_at: '2100-01-01T00:00:00.000Z' }
      await upsertWaiting(trx, { ...row, token_hash: 'a' })
      await upsertWaiting(trx, { ...row, email: 'not-confirmed@mail.example', token_hash: 'b' })
    })
    await confirmWaiting(shop.store.database, 'a', { now: shop.clock(), until: shop.clock() })
    await send({ kind: 'add', subject: '101' })
    const { products, unasked } = await report('7')
    const none = { views: 1, matched: 0, added: 0, pay_now: 0, waiting: 0, inquiries: 0 }
    expect(products).toMatchObject([
      { product_id: '101', ...none, added: 1, waiting: 1 },
      { product_id: '102', ...none, matched: 1, inquiries: 1 },
    ])
    expect(unasked).toMatchObject([{ product_id: '103', ...none, views: 2, matched: 1 }])
  })

  test('unknown products are not counted, and words that could be about a person only as a sum', async () => {
    await send({ kind: 'add', subject: 'no-such-bag' }, { kind: 'pay', subject: "101' or 1=1" })
    await send(search('ada@shop.example'), search('order 100042'), search('<b>'), search('x'.repeat(41)))
    expect(await listDemand(shop.store.database, '2000-01-01')).toEqual([
      { kind: 'search', subject: OTHER_SEARCHES, events: 4 },
    ])
  })

  test('a day has room for so many searches; further ones are a sum', async () => {
    const words = Array.from({ length: MAX_SEARCHES_PER_DAY }, (_, number) => `word ${number}`)
    for (let from = 0; from < words.length; from += MAX_DEMAND_EVENTS) {
      await send(...words.slice(from, from + MAX_DEMAND_EVENTS).map(search))
    }
    await send(search('one more'), search('word 7'))
    const counts = new Map(
      (await listDemand(shop.store.database, '2000-01-01')).map(({ subject, events }) => [subject, events]),
    )
    expect([counts.size, counts.get('word 7'), counts.get(OTHER_SEARCHES)]).toEqual([MAX_SEARCHES_PER_DAY + 1, 2, 1])
  })

  test('the report is only for the family, and empty in a shop without demand', async () => {
    expect((await visitAdmin(shop.app).call(adminVisits.getDemand)).statusCode).toBe(401)
    expect(await report('30')).toMatchObject({ products: [], unasked: [], searches: [] })
  })

  test.each([
    null,
    {},
    { events: 'add' },
    { events: [{ kind: 'steal', subject: '101' }] },
    { events: [{ kind: 'add', subject: '' }] },
    { events: [{ kind: 'add', subject: 'x'.repeat(101) }] },
    { events: [{ kind: 'add', subject: 101 }] },
    { events: Array.from({ length: MAX_DEMAND_EVENTS + 1 }, () => ({ kind: 'add', subject: '101' })) },
  ])('a body that is no list of events is rejected: %j', async (payload) => {
    const response = await shop.app.inject({
      method: 'POST',
      url: visitCalls.trackDemand.path,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(payload),
    })
    expect(response.statusCode).toBe(400)
  })
})
