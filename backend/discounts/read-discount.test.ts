import { describe, expect, test } from 'vitest'
import { findOrder } from '../orders/orders.repository.ts'
import { previewTakenOrder } from '../orders/taken/take-order.ts'
import { getShopSettings } from '../platform/settings/shop-settings.repository.ts'
import { discountCodesOn, ORDER } from '../testing/orders/discount-codes.ts'
import { ENGINES } from '../testing/servers/engines.ts'
import { testsOn } from '../testing/tests-on.ts'
import type { StoredCode } from './discounts.repository.ts'
import { decideStatus, listDiscounts } from './read-discount.ts'

const TODAY = '2026-11-26'
const CODE: StoredCode = {
  ...{ code: 'SUMMER', kind: 'percent', value: 10, minimum_cents: 0, lines: '[]', product_ids: '[]' },
  ...{ starts_on: null, ends_on: null, max_uses: null, once_each: 0, uses: 0, state: 'on' },
  ...{ version: 0, created_at: '' },
}

test.each([
  ['on its last day', { ends_on: TODAY }, 'on'],
  ['the day after it', { ends_on: '2026-11-25' }, 'expired'],
  ['on its first day', { starts_on: TODAY }, 'on'],
  ['the day before it', { starts_on: '2026-11-27' }, 'not_yet'],
  ['before its last use', { max_uses: 5, uses: 4 }, 'on'],
  ['after it', { max_uses: 5, uses: 5 }, 'used_up'],
  ['while it is paused, also after its last day', { state: 'paused', ends_on: '2026-11-25' }, 'paused'],
] as const)('%s a code with %j is %s', (_when, terms, status) => {
  expect(decideStatus({ ...CODE, ...terms }, TODAY)).toBe(status)
})

describe.each(ENGINES)('an order by hand with a discount code on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const { shop, db, enter, enterOn, get, setState, take, undo } = discountCodesOn(engine)

  test('the preview of an order by hand takes no use, and an order that is undone gives its use back', async () => {
    await enterOn({ max_uses: 1 })
    const preview = await previewTakenOrder(db(), ORDER, { now: shop.clock(), shop: await getShopSettings(db()) })
    expect(preview.total_cents).toBe(15_399 - 1400 - 140 + 599)
    expect(await get()).toMatchObject({ uses: 0 })
    const { auditId } = await take()
    expect(await get()).toMatchObject({ uses: 1, status: 'used_up' })
    expect(await listDiscounts(db(), '2026-11-26')).toEqual({ discounts: [], used_up_codes: ['SUMMER'] })
    await expect(take()).rejects.toThrow('The code SUMMER has reached its usage limit.')
    await undo(auditId)
    expect(await get()).toMatchObject({ uses: 0, status: 'on' })
  })

  test.each([
    ['unknown', {}, { discount_code: 'WINTER' }, 'There is no code WINTER. Please check the spelling.'],
    ['expired', { ends_on: '2020-12-31' }, {}, 'The code SUMMER was good through Dec 31, 2020.'],
    ['not yet valid', { starts_on: '2096-01-01' }, {}, 'The code SUMMER can be used starting Jan 1, 2096.'],
    ['of another product', { product_ids: ['102'] }, {}, 'The code SUMMER doesn’t apply to these products.'],
    [
      'above the order',
      { minimum_cents: 200_000 },
      {},
      'The code SUMMER needs items worth $2,000.00 or more. These cost $153.99.',
    ],
    [
      'of 100 % without delivery',
      { value: 100 },
      { delivery_cents: 0 },
      'With the code SUMMER there’s nothing left to pay, and we can’t place an order of $0.00.',
    ],
  ])('an order with a code that is %s is refused, and nothing is taken', async (_, terms, changes, message) => {
    await enterOn(terms)
    await expect(take(changes)).rejects.toMatchObject({ message, details: [{ field: 'discount_code', message }] })
    expect(await get()).toMatchObject({ uses: 0 })
    expect(await db().selectFrom('orders').select('order_id').execute()).toEqual([])
  })

  test('one that is paused is refused, and one larger than the order takes the goods off and leaves the delivery', async () => {
    await enter({ kind: 'amount', value: 50_000 })
    await expect(take()).rejects.toThrow('The code SUMMER can’t be used right now.')
    await setState('on')
    const { orderId } = await take()
    expect(await findOrder(db(), orderId)).toMatchObject({
      total_cents: 0,
      discount_cents: 15_399,
      delivery_cents: 599,
    })
  })

  onBoth('one for lines of the catalog is for their products', async () => {
    const { line } = await db()
      .selectFrom('products')
      .select('line')
      .where('product_id', '=', '101')
      .executeTakeFirstOrThrow()
    await enterOn({ lines: [line] })
    const { orderId } = await take()
    expect((await findOrder(db(), orderId))?.items.map(({ discount_cents }) => discount_cents)).toEqual([1400, 0])
  })

  onBoth('an order by hand has its discount by line, and its use', async () => {
    await enterOn({ kind: 'amount', value: 1000 })
    const { orderId } = await take()
    expect(await findOrder(db(), orderId)).toMatchObject({
      discount_code: 'SUMMER',
      discount_cents: 1000,
      total_cents: 14_000 + 1399 - 1000,
      items: [{ discount_cents: 909 }, { discount_cents: 91 }],
    })
    expect(await get()).toMatchObject({ uses: 1 })
    const mail = await db().selectFrom('outbox').select('text').executeTakeFirstOrThrow()
    for (const line of ['Subtotal: $153.99', 'Discount code SUMMER: -$10.00', 'Delivery: $5.99', 'Total: $149.98']) {
      expect(mail.text).toContain(line)
    }
  })
})
