import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseAllowedQuantities } from './cart.ts'

it('the response of a stock check (R2) accepts numbers and strings, skips malformed rows, and throws only for a body that is not a list', () => {
  expect(parseAllowedQuantities([{ product_id: 1, quantity: '3' }, { product_id: 2 }, null, 'x'])).toEqual([
    { product_id: '1', quantity: 3 },
  ])
  fc.assert(
    fc.property(fc.jsonValue(), (body) => {
      if (Array.isArray(body)) expect(() => parseAllowedQuantities(body)).not.toThrow()
      else expect(() => parseAllowedQuantities(body)).toThrow(TypeError)
    }),
  )
})
