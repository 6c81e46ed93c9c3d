import { cartCalls } from '@shop/contract/checkout/cart'
import { describe, expect, test } from 'vitest'
import { BOTH_ENGINES } from '../../testing/servers/engines.ts'
import { eachTestShop } from '../../testing/test-hooks.ts'

describe.each(BOTH_ENGINES)('the stock check on %s', (engine) => {
  const shop = eachTestShop(engine)

  test('returns what the stock allows, 0 when gone', async () => {
    const items = [
      { product_id: '112', quantity: 5 },
      { product_id: '101', quantity: 2 },
      { product_id: '202', quantity: 1 },
      { product_id: 'gone', quantity: 4 },
    ]
    expect(await shop.call(cartCalls.validateStock, { body: { items } })).toEqual([
      { product_id: '112', quantity: 3 },
      { product_id: '101', quantity: 2 },
      { product_id: '202', quantity: 0 },
      { product_id: 'gone', quantity: 0 },
    ])
  })

  test('a numeric id is compared as a string', async () => {
    const items = [{ product_id: 112, quantity: 5 }]
    expect(await shop.call(cartCalls.validateStock, { body: { items } })).toEqual([{ product_id: '112', quantity: 3 }])
  })

  test('an empty cart is accepted', async () => {
    expect(await shop.call(cartCalls.validateStock, { body: { items: [] } })).toEqual([])
  })

  test('a body of the wrong shape is rejected', async () => {
    for (const body of [
      null,
      [],
      'items',
      { items: null },
      { items: [{ product_id: '101' }] },
      { items: [{ product_id: '101', quantity: -1 }] },
      { items: [{ product_id: '101', quantity: 1.5 }] },
      { items: [{ product_id: { $ne: '' }, quantity: 1 }] },
      { items: Array.from({ length: 101 }, () => ({ product_id: '101', quantity: 1 })) },
    ]) {
      const response = await shop.app.inject({
        method: 'POST',
        url: '/api/cart/validate-stock',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify(body),
      })
      expect(response.statusCode, JSON.stringify(body)).toBe(400)
      expect(response.json()).toMatchObject({ success: false, error: 'invalid_request' })
    }
  })
})
