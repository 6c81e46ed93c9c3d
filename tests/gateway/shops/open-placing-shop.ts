import { randomUUID } from 'node:crypto'
import type { PlaceOrderBody } from '@shop/contract/checkout/schemas'
import { addBusinessDays } from '@shop/contract/delivery/rules'
import type { WorkerContext } from '../../../backend/checkout/place-order.ts'
import { createPayments } from '../../../backend/payments/create-payments.ts'
import { localDay } from '../../../backend/platform/lib/days/local-day.ts'
import type { Engine } from '../../../backend/testing/servers/engines.ts'
import { openTestShop, type TestShop } from '../../../backend/testing/test-shop.ts'
import { type Gateway, KEYS } from '../start-gateway.ts'

type Response = Awaited<ReturnType<TestShop['app']['inject']>>

/** A shop whose orders are open, with the gateway of the tests. */
export type OpenShop = TestShop & {
  worker: WorkerContext
  /** Builds the checkout's request for two bags of $79.00 to a state without sales tax. */
  buildBody: (changes?: Partial<PlaceOrderBody>) => Promise<PlaceOrderBody>
  place: (body: object) => Promise<Response>
}

/** Instead of the rate limiter, where placements are made without their route. */
export const uncounted = { countWith: async () => {} }

/** The SDK finds the gateway that was started last. */
const payments = createPayments({ gateways: [KEYS] }, () => {})

/** `settings` are environment variables besides the gateway's; one that `isNew` has counted no requests of earlier tests. */
export async function openPlacingShop(
  engine: Engine,
  gateway: Gateway,
  settings: Record<string, string> = {},
  { isNew = false } = {},
): Promise<OpenShop> {
  const shop = await openTestShop(engine, { payments, orders: 'open', isNew }, { ...gateway.settings, ...settings })
  const { store, clock, app } = shop
  return {
    ...shop,
    worker: {
      database: store.database,
      clock,
      payments,
      log: app.log,
      toFamily: () => ({ to: 'family@shop.example', url: 'https://shop.example' }),
    },
    buildBody: async (changes = {}) => ({
      key: randomUUID(),
      items: [{ product_id: '101', quantity: 2, price: 79 }],
      delivery_type_id: '1',
      customer: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@mail.example', phone: '503 555 0100' },
      address: { address1: '12 MAIN ST', address2: 'APT 4', city: 'PORTLAND', state: 'OR', zipCode: '97201' },
      billingZip: '97201',
      nonce: await gateway.nonce(),
      total: 158,
      estimatedDeliveryDate: addBusinessDays(localDay(clock()), 5),
      ...changes,
    }),
    place: (payload) => app.inject({ method: 'POST', url: '/api/placeOrder', payload }),
  }
}
