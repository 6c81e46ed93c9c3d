import type { PlaceOrderBody } from '@shop/contract/checkout/schemas'
import { expect, test } from 'vitest'
import { cardRange, clientDeclines, declineLimits, requireRoom } from './placing-limits.ts'

const NOW = new Date('2026-11-24T12:00:00.000Z')
const JUST_NOW = '2026-11-24T11:59:59.000Z'

/** Whether someone who holds this many placements and units may order so many units more. */
function mayOrder(placements: number, units: number, more: number, oldest: string | null = JUST_NOW): boolean {
  try {
    requireRoom({ placements, units, oldest }, [{ product_id: '101', quantity: more, price: 79 }], NOW)
    return true
  } catch {
    return false
  }
}

test('a shopper without reserved stock orders as much as a cart has', () => {
  expect(mayOrder(0, 0, 1000, null)).toBe(true)
})

test('three placements and twenty units are held at most while the gateway has not answered', () => {
  expect([mayOrder(2, 4, 2), mayOrder(3, 6, 1)]).toEqual([true, false])
  expect([mayOrder(1, 10, 10), mayOrder(1, 10, 11)]).toEqual([true, false])
})

test('after a minute without an answer nothing more is taken', () => {
  expect(mayOrder(1, 1, 1, '2026-11-24T11:59:00.000Z')).toBe(true)
  expect(mayOrder(1, 1, 1, '2026-11-24T11:58:59.999Z')).toBe(false)
})

test('a declined card counts for the address, the email in any case, and the cart; during an alarm the address has two', () => {
  const body: PlaceOrderBody = {
    ...{ key: '', items: [], delivery_type_id: '1' },
    customer: { firstName: 'Ada', lastName: 'B', email: 'Ada@Mail.Example', phone: '' },
    address: { address1: '12 Main St', city: 'Portland', state: 'OR', zipCode: '97201' },
    ...{ billingZip: '97201', nonce: '', total: 0, estimatedDeliveryDate: '2026-12-01' },
  }
  const keysOf = (isAlarm: boolean) =>
    declineLimits('10.0.0.1', body, isAlarm).map(({ key, limit }) => [key, limit.max])
  expect(keysOf(false)).toEqual([
    ['decline 10.0.0.1', 5],
    ['decline ada@mail.example', 5],
    ['declined cart 10.0.0.1 []', 3],
  ])
  expect(clientDeclines('10.0.0.1', true).limit.max).toBe(2)
})

test('a range of cards is counted and never closed by itself, since many people have such a card', () => {
  expect(cardRange('555555').limit.max).toBe(Number.MAX_SAFE_INTEGER)
})
