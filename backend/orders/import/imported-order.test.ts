import { goodsTotal } from '@shop/contract/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addressOfRow,
  addressProblem,
  findTaxState,
  parseChannel,
  parseStatus,
  splitNames,
  withDiscount,
} from './imported-order.ts'

test.each([
  ['Ann Ray', 'Ann', 'Ray'],
  ['Ray, Ann', 'Ann', 'Ray'],
  ['Ann Ray Jr.', 'Ann', 'Ray Jr.'],
  ['Ann Ray, Jr.', 'Ann', 'Ray Jr.'],
  ['Ann van der Ray III', 'Ann van der', 'Ray III'],
  ['Madonna', 'Madonna', ''],
  ['Acme, Inc.', 'Acme', 'Inc.'],
  ['Ann Ray, MD', 'Ann', 'Ray MD'],
  ['Acme Bags Co.', 'Acme', 'Bags Co.'],
  ['Jane Marie Co', 'Jane Marie', 'Co'],
  ['Anh Do Md', 'Anh Do', 'Md'],
  ['King, Jr., Martin', 'Martin', 'King Jr.'],
  ['Ann Ray, c/o Bob Lee', 'Ann Ray c/o Bob', 'Lee'],
])('the name %j is %j and %j', (name, first, last) => {
  expect(splitNames({ full_name: name })).toEqual({ first_name: first, last_name: last })
})

test('names in columns of their own win over the whole one', () => {
  expect(splitNames({ first_name: 'Ada', full_name: 'Ann Ray' })).toEqual({ first_name: 'Ada', last_name: 'Ray' })
})

test.each([
  [{ order_status: 'wc-completed' }, 'delivered', null],
  [{ order_status: 'Fulfilled' }, 'shipped', null],
  [{ order_status: 'Awaiting pickup' }, 'processing', 'Awaiting pickup'],
  [{ order_status: 'Awaiting pickup', tracking_number: '1Z' }, 'shipped', 'Awaiting pickup'],
  [{ order_status: 'delivered', cancelled_at: '2025-10-02' }, 'cancelled', null],
  [{ order_status: 'delivered', financial_status: 'Voided' }, 'cancelled', null],
  [{ order_status: 'delivered', financial_status: 'refunded', cancelled_at: '2025-10-02' }, 'refunded', null],
  [{ order_status: 'delivered', refunded_amount: 7899 }, 'delivered', null],
  [{ order_status: 'delivered', refunded_amount: 7900 }, 'refunded', null],
  [{}, 'processing', null],
] as const)('an order of $79.00 with %j is %s', (cells, status, words) => {
  expect(parseStatus(cells, 7900)).toEqual({ status, words })
})

test('a channel is known by its word and by its name in the admin', () => {
  expect(['fair', ' PHONE ', 'Online', 'eBay'].map(parseChannel)).toEqual(['fair', 'phone', 'online', null])
})

test('an address is read from parts or as a whole, and without any there is none', () => {
  const parts = { delivery_city: 'Boston', delivery_state: 'Massachusetts', delivery_zip: '2108.0' }
  expect(addressOfRow({ ...parts, delivery_address: 'Acme\n1 Main St\nFloor 2' })).toMatchObject({
    ...{ company: 'Acme', address1: '1 Main St', address2: 'Floor 2' },
    ...{ city: 'Boston', state: 'MA', zip: '02108' },
  })
  expect(addressOfRow({ delivery_address: '1 Main St\nBoston, MA 02108' })).toMatchObject({ city: 'Boston' })
  expect(addressOfRow({ delivery_address: 'Via Roma 1\nMilano', delivery_country: 'Italy' })).toBe(
    'Via Roma 1\nMilano\nItaly',
  )
  expect(addressOfRow({ delivery_state: 'MA' })).toBeNull()
})

test('the state of the tax is that of the row, else that of its address, and none abroad', () => {
  expect(findTaxState({ delivery_state: 'Massachusetts' })).toBe('MA')
  expect(findTaxState({ delivery_address: '1 Main St\nBoston, MA 02108' })).toBe('MA')
  expect(findTaxState({ delivery_state: 'ON', delivery_country: 'Canada' })).toBeNull()
})

test('a mistake in an address is named by its column', () => {
  const row = { delivery_address: '1 Main St', delivery_city: 'Boston', delivery_state: 'MA', delivery_zip: '02108' }
  const fieldOf = (changes: Partial<typeof row & { delivery_country: string }>) =>
    addressProblem({ ...row, ...changes })?.field ?? null
  expect([
    fieldOf({}),
    fieldOf({ delivery_zip: '97201' }),
    fieldOf({ delivery_zip: 'x' }),
    fieldOf({ delivery_state: 'Ontario' }),
    fieldOf({ delivery_country: 'Atlantis' }),
  ]).toEqual([null, 'delivery_zip', 'delivery_zip', 'delivery_state', 'delivery_country'])
})

test('a discount is taken off the items to the cent, and no piece is lost', () => {
  const items = fc.array(
    fc.record({ price_cents: fc.integer({ min: 0, max: 100_000 }), quantity: fc.integer({ min: 1, max: 9 }) }),
    { minLength: 1, maxLength: 5 },
  )
  fc.assert(
    fc.property(items, fc.double({ min: 0, max: 1, noNaN: true }), (drafts, part) => {
      const bought = drafts.map((item) => ({ ...item, product_id: '101', product_name: 'Bag', image_file: null }))
      const discount = Math.floor(part * goodsTotal(bought))
      const cheaper = withDiscount(bought, discount)
      expect(goodsTotal(cheaper)).toBe(goodsTotal(bought) - discount)
      const pieces = (list: readonly { quantity: number }[]) => list.reduce((sum, { quantity }) => sum + quantity, 0)
      expect(pieces(cheaper)).toBe(pieces(bought))
      expect(cheaper.every(({ price_cents }) => price_cents >= 0)).toBe(true)
    }),
  )
})
