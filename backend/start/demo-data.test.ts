import { accountCalls } from '@shop/contract/accounts/calls'
import { orderCalls } from '@shop/contract/orders/calls'
import { describe, expect } from 'vitest'
import { compareFigures } from '../books/compare-figures.ts'
import { listRefunds } from '../books/ledger/refunds.repository.ts'
import { sumFigures } from '../books/ledger/sum-figures.ts'
import { listInquiries } from '../contact/contact.repository.ts'
import { listUnsent } from '../mail/outbox.repository.ts'
import { ENGINES } from '../testing/servers/engines.ts'
import { eachTestShop } from '../testing/test-hooks.ts'
import { testsOn } from '../testing/tests-on.ts'
import { syncDemoData } from './demo-data.ts'

const DEMO = { firstName: 'Demo', lastName: 'Shopper', email: 'demo@packwright.example' }
const GUEST = { firstName: 'Guest', lastName: 'Shopper', email: 'guest@packwright.example' }

describe.each(ENGINES)('demo data on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const shop = eachTestShop(engine)

  const start = (demo: boolean) => syncDemoData(shop.store.database, demo, shop.clock())
  const signIn = () => shop.call(accountCalls.signIn, { body: { loginId: DEMO.email, password: 'backpack40' } })
  const findOrder = (orderId: string, person = DEMO) =>
    shop.call(orderCalls.findOrder, { query: { orderId, ...person } })

  test('the demo customer signs in and has four orders', async () => {
    await start(true)
    const { user, token } = await signIn()
    expect(user).toMatchObject(DEMO)
    const orders = await shop.call(orderCalls.listOrders, { query: { customerId: user.customer_id } }, { token })
    expect(orders.map(({ order_id }) => order_id).toSorted()).toEqual(['100001', '100002', '100003', '100004'])
  })

  test.each<[from: string, options: { remoteAddress?: string; headers?: Record<string, string> }]>([
    ['another machine', { remoteAddress: '192.168.1.20' }],
    ['a proxy on this machine', { headers: { 'x-forwarded-for': '203.0.113.9' } }],
    ['a network in front of the shop', { headers: { 'cf-connecting-ip': '127.0.0.1' } }],
    ['a tunnel on this machine', { headers: { host: 'shop.example' } }],
  ])('no one signs in as the demo customer through %s', async (_, options) => {
    await start(true)
    const payload = { loginId: DEMO.email, password: 'backpack40' }
    const request = { method: 'POST', url: accountCalls.signIn.path, payload } as const
    const refused = await shop.app.inject({ ...request, ...options })
    expect([refused.statusCode, refused.json().message]).toEqual([401, 'Invalid email or password'])
    expect((await shop.app.inject(request)).statusCode).toBe(200)
  })

  test('each order is in the state the README says', async () => {
    await start(true)
    const statuses = async (orderId: string, person = DEMO) =>
      (await findOrder(orderId, person))?.items.map((item) => item.refund_status ?? item.cancellation_status ?? 'open')
    expect(await findOrder('100001')).toMatchObject({ order_status: 'processing', tracking_number: null })
    expect(await statuses('100001')).toEqual(['open', 'open', 'open'])
    expect(await findOrder('100002')).toMatchObject({ order_status: 'shipped', tracking_number: expect.any(String) })
    expect(await findOrder('100003')).toMatchObject({ tracking_number: null })
    expect(await statuses('100003')).toEqual(['cancelled', 'open'])
    expect(new Set(await statuses('100004'))).toEqual(new Set(['refunded']))
    const total = (await findOrder('100004'))?.total_cents
    expect(await listRefunds(shop.store.database, '100004')).toMatchObject([{ amount_cents: total }])
    expect(await findOrder('100005', GUEST)).toMatchObject({ order_status: 'processing' })
    expect(await statuses('100005', GUEST)).toEqual(['open', 'open'])
  })

  test('later starts change nothing, cancellations included', async () => {
    await start(true)
    const body = {
      ...DEMO,
      orderId: '100001',
      itemsToCancel: ['100001-1'],
      cancellationReason: 'Changed My Mind' as const,
      cancellationJustification: 'Enough bags.',
    }
    await shop.call(orderCalls.cancelOrder, { body })
    const before = await findOrder('100001')
    await start(true)
    expect(await findOrder('100001')).toEqual(before)
  })

  onBoth('two inquiries wait for an answer, and an email has failed', async () => {
    await start(true)
    await start(true)
    const { database } = shop.store
    expect(await listInquiries(database, 'open')).toHaveLength(2)
    expect(await listUnsent(database)).toMatchObject([{ state: 'failed', last_error: 'EENVELOPE 550' }])
    await start(false)
    expect(await listInquiries(database, 'all')).toEqual([])
    expect(await listUnsent(database)).toEqual([])
  })

  onBoth('two nodes that start concurrently add it once', async () => {
    await Promise.all([start(true), start(true)])
    expect(await shop.store.database.selectFrom('orders').select('order_id').execute()).toHaveLength(5)
  })

  test('a shop with DEMO off has none of it, even where it was on before', async () => {
    await start(true)
    const { database } = shop.store
    const years = { from: '2020-01-01', to: '2099-12-31' }
    expect(await sumFigures(database, years, 'year')).not.toEqual([])
    await start(false)
    expect(await sumFigures(database, years, 'year')).toEqual([])
    expect(await compareFigures(database)).toEqual([])
    await expect(signIn()).rejects.toMatchObject({ status: 401 })
    expect(await findOrder('100001')).toBeNull()
    expect(await findOrder('100005', GUEST)).toBeNull()
  })
})
