import type { PlaceOrderBody } from '@shop/contract/checkout/schemas'
import { addBusinessDays } from '@shop/contract/delivery/rules'
import { describe, expect, test } from 'vitest'
import { inTransaction } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors/app-error.ts'
import { addDays, formatDay, localDay } from '../platform/lib/days/local-day.ts'
import { eachTestStore } from '../testing/test-hooks.ts'
import { readTerms, takeAndQuote } from './quote-order.ts'

const NOW = new Date('2026-11-30T18:00:00Z')
const DAY = localDay(NOW)
const SHOWN = addBusinessDays(DAY, 5)

describe('an order as the shop computes it', () => {
  const opened = eachTestStore('sqlite')

  /** Two bags of $79.00 to a state without sales tax. */
  const bodyOf = (changes: Partial<PlaceOrderBody> = {}): PlaceOrderBody => ({
    ...{ key: '5f0c1d52-5d0e-4a7e-9d6f-3f4f0d3f7a11', nonce: 'nonce', billingZip: '97201' },
    items: [{ product_id: '101', quantity: 2, price: 79 }],
    delivery_type_id: '1',
    customer: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@mail.example', phone: '' },
    address: { address1: '12 MAIN ST', address2: '', city: 'PORTLAND', state: 'OR', zipCode: '97201' },
    ...{ total: 158, estimatedDeliveryDate: SHOWN },
    ...changes,
  })
  const quote = async (body: PlaceOrderBody, between = async () => {}) => {
    const terms = await readTerms(opened.store.database, body)
    await between()
    return inTransaction(opened.store.database, (trx) => takeAndQuote(trx, body, terms, NOW))
  }
  /** The fields that a conflict names, with what it says of them. */
  const refusal = async (body: PlaceOrderBody, between?: () => Promise<void>) => {
    const error = await quote(body, between).catch((thrown: unknown) => thrown)
    if (!(error instanceof AppError)) throw new Error('the order was not refused', { cause: error })
    return [error.code, ...(error.details ?? []).map(({ field, message }) => `${field}: ${message}`)]
  }
  const change = async (values: object) => {
    await opened.store.database.updateTable('products').set(values).where('product_id', '=', '101').execute()
  }
  const remove = async () => {
    await opened.store.database.deleteFrom('products').where('product_id', '=', '101').execute()
  }
  const stock = async () => {
    const product = await opened.store.database
      .selectFrom('products')
      .select('stock_quantity')
      .where('product_id', '=', '101')
      .executeTakeFirstOrThrow()
    return product.stock_quantity
  }

  test('costs what its goods cost, and takes them from the stock', async () => {
    await change({ stock_quantity: 5 })
    expect(await quote(bodyOf())).toMatchObject({
      items: [{ product_id: '101', price_cents: 7900, quantity: 2, discount_cents: 0 }],
      sums: { goods: 15_800, tax: 0, total: 15_800 },
      ...{ discount: null, tax_rate_millionths: 0, estimated_delivery_date: SHOWN },
    })
    expect(await stock()).toBe(3)
  })

  test('counts a product that is named twice once, with all its pieces', async () => {
    await change({ stock_quantity: 1 })
    const line = { product_id: '101', quantity: 1, price: 79 }
    expect(await refusal(bodyOf({ items: [line, line] }))).toContainEqual(expect.stringContaining('Only 1 of'))
    expect(await stock()).toBe(1)
  })

  test('has the price of the moment when the stock is taken, also of a sale that has just begun', async () => {
    const begin = () => change({ sale_price_cents: 6900, sale_from: DAY, sale_until: DAY })
    expect(await refusal(bodyOf(), begin)).toEqual([
      'conflict',
      expect.stringMatching(/^items\.0\.price: .* cost \$79\.00 and now costs \$69\.00\.$/),
      'total: The total was $158.00 and is now $138.00.',
    ])
    const seen = bodyOf({ items: [{ product_id: '101', quantity: 2, price: 69 }], total: 138 })
    expect((await quote(seen)).sums.total).toBe(13_800)
  })

  test('is refused with what has just become a draft, was sold out, or is gone; nothing is taken', async () => {
    await change({ stock_quantity: 5 })
    expect((await refusal(bodyOf(), () => change({ status: 'draft' })))[0]).toBe('conflict')
    expect(await stock()).toBe(5)
    await change({ status: 'published' })
    expect(await refusal(bodyOf(), () => change({ stock_quantity: 0 }))).toContainEqual(
      expect.stringMatching(/^items\.0\.quantity: .* is sold out\.$/),
    )
    const gone = bodyOf({ items: [{ product_id: 'gone', quantity: 1, price: 79 }], total: 79 })
    expect(await refusal(gone)).toContainEqual('items.0.product_id: This product is no longer sold.')
    expect(await refusal(bodyOf(), remove)).toContainEqual(
      expect.stringMatching(/^items\.0\.quantity: .* is sold out\.$/),
    )
  })

  test('is refused with a way of delivery that is no longer offered', async () => {
    expect(await refusal(bodyOf({ delivery_type_id: 'gone' }))).toContainEqual(
      'delivery_type_id: This delivery option is no longer offered. Please choose another one.',
    )
  })

  test('is refused with another total than it comes to, by a cent', async () => {
    expect(await refusal(bodyOf({ total: 157.99 }))).toEqual([
      'conflict',
      'total: The total was $157.99 and is now $158.00.',
    ])
  })

  test('promises the day that was shown to somebody whose calendar is a day away, and no other', async () => {
    for (const away of [-1, 0, 1]) {
      const estimatedDeliveryDate = addBusinessDays(addDays(DAY, away), 5)
      expect((await quote(bodyOf({ estimatedDeliveryDate }))).estimated_delivery_date).toBe(estimatedDeliveryDate)
    }
    const wrong = addBusinessDays(addDays(DAY, 9), 5)
    expect(await refusal(bodyOf({ estimatedDeliveryDate: wrong }))).toEqual([
      'conflict',
      `estimatedDeliveryDate: The estimated delivery date was ${formatDay(wrong)} and is now ${formatDay(SHOWN)}.`,
    ])
  })
})
