import type { TypedAddress } from '@shop/contract/address/fields'
import { EMPTY_ADDRESS, parseAddress } from '@shop/contract/address/postal-address'
import { US_STATES } from '@shop/contract/address/us-states'
import { keysOf } from '@shop/contract/http/coercion'
import type { TakenOrder } from '@shop/contract/orders/taken-orders'
import { describe, expect, test } from 'vitest'
import { getShopSettings } from '../../platform/settings/shop-settings.repository.ts'
import { findTaxTerms, listTakenTaxes } from '../../tax/sales-tax.repository.ts'
import { BOTH_ENGINES } from '../../testing/servers/engines.ts'
import { eachTestStore } from '../../testing/test-hooks.ts'
import { findOrder } from '../orders.repository.ts'
import { previewTakenOrder, takeOrder } from './take-order.ts'

function inLines(text: string): TypedAddress {
  return { ...EMPTY_ADDRESS, ...parseAddress(text), zip_is_right: false }
}

const NOON = new Date('2026-11-22T12:00:00.000Z')
const ORDER: TakenOrder = {
  channel: 'phone',
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: '',
  phone: '',
  items: [{ product_id: '101', quantity: 2, price_cents: 1000 }],
  delivery_type_id: null,
  discount_code: null,
  delivery_cents: 599,
  state: 'TX',
  tax_cents: null,
  payment: 'unpaid',
  handed_over: false,
  address: inLines('1 Elm St\nDallas, TX 75050'),
  note: '',
}
const SALEM = inLines('1 Derby St\nSalem, MA 01970')
const TAXED = ['tax_cents', 'tax_rate_millionths', 'delivery_taxed'] as const

describe.each(BOTH_ENGINES)('sales tax of an order that is entered by hand on %s', (engine) => {
  const opened = eachTestStore(engine)
  const decide = (state: string, collected: number, delivery_taxed = 0) =>
    opened.store.database.insertInto('tax_states').values({ state, collected, delivery_taxed, permit: '' }).execute()
  const rateZips = () =>
    opened.store.database
      .insertInto('zip_tax_rates')
      .values({ state: 'TX', first_zip: '75001', last_zip: '75099', rate_millionths: 82_500 })
      .execute()
  async function take(changes: Partial<TakenOrder> = {}) {
    const { database } = opened.store
    const taken = { ...ORDER, ...changes }
    const shown = await previewTakenOrder(database, taken, { now: NOON, shop: await getShopSettings(database) })
    const { orderId } = await takeOrder({ database, clock: () => NOON, actor: 'command' }, taken)
    const order = await findOrder(database, orderId)
    if (order === null) throw new Error('no order')
    expect(shown.total_cents).toBe(order.total_cents + order.delivery_cents + order.tax_cents)
    return TAXED.map((name) => order[name])
  }

  test('as long as the shop collects in no state it is the rate of the state, only on the goods', async () => {
    await rateZips()
    expect(await take()).toEqual([164, 82_000, 0])
    // A decision about another state changes nothing, as long as it does not say that tax is collected there.
    await decide('OR', 0)
    expect(await take()).toEqual([164, 82_000, 0])
  })

  test('where the family has said that it is not collected there is none, and an amount that was agreed stays', async () => {
    await decide('TX', 0)
    expect(await take()).toEqual([0, 0, 0])
    expect(await take({ tax_cents: 150 })).toEqual([150, 0, 0])
  })

  test('once it is collected in some state there is none in those that no one has decided about', async () => {
    await decide('WA', 1)
    expect(await take()).toEqual([0, 0, 0])
    expect((await take({ state: 'WA', address: null }))[0]).toBeGreaterThan(0)
  })

  test('however an address is spelled it is taxed alike and stored in parts, each in its column', async () => {
    await decide('MA', 1)
    const { database } = opened.store
    const spelled = (changes: Partial<TypedAddress>, more: Partial<TakenOrder> = {}) =>
      take({ state: null, delivery_cents: 0, address: { ...SALEM, ...changes }, ...more })
    const states = ['MA', 'ma', 'Mass.', 'Massachusetts', 'M.A.']
    for (const state of states) expect((await spelled({ state, zip: '1970' }))[0], state).toBe(125)
    const parts = { company: null, address1: '1 Derby St', address2: null, city: 'Salem', region: 'MA', state: 'MA' }
    const whole = { ...parts, zip: '01970', country: 'US', delivery_address: null }
    const rows = await database.selectFrom('orders').select(keysOf(whole)).execute()
    expect(rows).toEqual(states.map(() => whole))
    expect((await spelled({ city: 'London', state: '', zip: 'E1 6AN', country: 'GB' }))[0]).toBe(0)
    expect((await spelled({ city: 'Washington', state: 'DC', zip: '20001' }))[0]).toBe(0)
  })

  test('where it is collected it is as in an order that is placed: on the delivery too, and at the rate of the ZIP code', async () => {
    await rateZips()
    await decide('TX', 1, 1)
    expect(await take()).toEqual([214, 82_500, 1])
    expect(await take({ address: inLines('1 Elm St\nAustin, TX 78701') })).toEqual([213, 82_000, 1])
    // An order that was handed over at a fair has no address.
    expect(await take({ address: null, delivery_cents: 0, handed_over: true })).toEqual([164, 82_000, 1])
    expect(await take({ tax_cents: 1 })).toEqual([1, 0, 0])
  })

  test('once a state was decided about, form and placing have the same terms for it', async () => {
    const { database } = opened.store
    await rateZips()
    await decide('TX', 1, 1)
    await decide('CA', 1)
    await decide('OR', 0)
    const taxes = await listTakenTaxes(database)
    expect(taxes.map(({ state }) => state)).toEqual(Object.keys(US_STATES))
    for (const { state, rate, deliveryTaxed } of taxes) {
      const placed = await findTaxTerms(database, { state, zip: '' })
      expect([rate, deliveryTaxed], state).toEqual([placed.rateMillionths / 1_000_000, placed.deliveryTaxed])
    }
  })
})
