import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { PlaceOrderBody } from '@shop/contract/checkout/schemas'
import { addBusinessDays } from '@shop/contract/delivery/rules'
import type { PayByLinkBody } from '@shop/contract/pay-links/schemas'
import { localDay } from '../../backend/platform/lib/days/local-day.ts'
import type { Gateway } from '../gateway/start-gateway.ts'

/** Final answer to a shopper; `null` without one. */
export type Answer = { key: string; status: number; orderId: string | null }

/** A code that every third shopper uses. */
export const TRIAL_CODE = { code: 'TRIAL', percent: 10 }

/** An order of some pieces of product 101, to a state without sales tax, from an address and an e-mail of its own. */
export async function buildOrder(gateway: Gateway, quantity = 1): Promise<PlaceOrderBody> {
  const key = randomUUID()
  const isCoded = '01234'.includes(key.charAt(0))
  return {
    key,
    ...(isCoded && { discountCode: TRIAL_CODE.code }),
    items: [{ product_id: '101', quantity, price: 79 }],
    delivery_type_id: '1',
    customer: { firstName: 'Ada', lastName: 'Lovelace', email: `${randomUUID()}@mail.example`, phone: '' },
    address: { address1: '12 MAIN ST', address2: '', city: 'PORTLAND', state: 'OR', zipCode: '97201' },
    billingZip: '97201',
    nonce: await gateway.nonce(),
    total: (79 * quantity * (isCoded ? 100 - TRIAL_CODE.percent : 100)) / 100,
    estimatedDeliveryDate: addBusinessDays(localDay(new Date()), 5),
  }
}

export function buildOrders(gateway: Gateway, count: number): Promise<PlaceOrderBody[]> {
  return Promise.all(Array.from({ length: count }, () => buildOrder(gateway)))
}

/** Does something with each item, so many at once. */
export async function forEachAtOnce<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of rest) await work(item)
    }),
  )
}

/** Keeps the answers that are final. */
export function finalAnswers(told: readonly (Answer | null)[]): Answer[] {
  return told.flatMap((answer) => (answer === null || answer.status === 202 || answer.status >= 500 ? [] : [answer]))
}

/** Sends an order; `null` when the connection ended without an answer. */
export async function send(address: string, body: PlaceOrderBody, from = randomAddress()): Promise<Answer | null> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': from }
  return read(body.key, fetch(`${address}/api/placeOrder`, { method: 'POST', headers, body: JSON.stringify(body) }))
}

/** Pays an order by its link, or asks again for the answer to the key; `null` as above. */
export function payLink(address: string, body: PayByLinkBody): Promise<Answer | null> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': randomAddress() }
  return read(body.key, fetch(`${address}/api/payByLink`, { method: 'POST', headers, body: JSON.stringify(body) }))
}

/** Asks again for the answer to a key. */
export function ask(address: string, key: string): Promise<Answer | null> {
  return read(key, fetch(`${address}/api/placeOrder/${key}`, { headers: { 'x-forwarded-for': randomAddress() } }))
}

/** Waits until so many authorizations have reached the gateway. */
export async function untilAsked(gateway: Gateway, count: number): Promise<void> {
  for (let look = 0; look < 1000; look += 1) {
    const requests = await gateway.requests()
    const asked = requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/transactions'))
    if (asked.length >= count) return
    await pause(10)
  }
}

async function read(key: string, sent: Promise<Response>): Promise<Answer | null> {
  try {
    const response = await sent
    const body = await response.json()
    return { key, status: response.status, orderId: body.order?.orderId ?? null }
  } catch {
    return null
  }
}

/** A client's address, which the shop believes since its proxy is trusted. */
export function randomAddress(): string {
  return ['10', randomInt(256), randomInt(256), 1 + randomInt(254)].join('.')
}
