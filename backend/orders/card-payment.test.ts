import { type AdminOrder, adminOrders } from '@shop/contract/admin/orders'
import { requestPath } from '@shop/contract/call'
import braintree from 'braintree'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type OpenShop, openPlacingShop } from '../../tests/gateway/open-placing-shop.ts'
import { type Gateway, startGateway } from '../../tests/gateway/start-gateway.ts'
import { type AdminVisitor, signInAs } from '../testing/admin-visitor.ts'
import { BOTH_ENGINES } from '../testing/engines.ts'
import { callsOfOrders } from '../testing/order-calls.ts'

describe.each(BOTH_ENGINES)('the card payment of an order on %s', (engine) => {
  let gateway: Gateway
  let shop: OpenShop
  let owner: AdminVisitor
  beforeAll(async () => {
    gateway = await startGateway(braintree.Environment.Development)
  })
  afterAll(() => gateway.stop())
  beforeEach(async () => {
    shop = await openPlacingShop(engine, gateway)
    owner = await signInAs(shop, 'owner')
  })
  afterEach(async () => {
    await gateway.clear()
    await shop.close()
  })

  const call = (
    visitor: AdminVisitor,
    { method, path }: { method: 'GET' | 'POST'; path: string },
    orderId: string,
    body?: unknown,
  ) => visitor.call({ method, path: requestPath(path, { order_id: orderId }, {}) }, body)
  const get = async (orderId: string) => (await call(owner, adminOrders.getAdminOrder, orderId)).json<AdminOrder>()
  async function place(): Promise<string> {
    const { order } = (await shop.place(await shop.buildBody())).json()
    return order.orderId
  }

  test('an order shows the card payment that the gateway knows, and one without a payment shows none', async () => {
    const { card_payment } = await get(await place())
    expect(card_payment).toMatchObject({
      state: 'authorized',
      card: { brand: 'Visa', last_four: '1111' },
      authorized_cents: 15_800,
      captured_cents: 0,
      expires_at: expect.stringMatching(/^20/),
      operations: [{ kind: 'authorize', state: 'done', amount_cents: 15_800 }],
    })
    await callsOfOrders(() => shop).place({ order_id: '310001' })
    expect((await get('310001')).card_payment).toBeNull()
  })
})
