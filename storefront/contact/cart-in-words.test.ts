import { MESSAGE_LENGTH, REFERENCE_LENGTH } from '@shop/contract/contact'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cartInWords } from './cart-in-words.ts'

const line = (product_name: string, quantity: number, color: string | null = null, size: string | null = null) => ({
  product_name,
  quantity,
  color,
  size,
})

describe('a cart in words', () => {
  test('has products, colors, sizes and quantities', () => {
    const { reference, message } = cartInWords([
      line('Campus Slim Backpack, Blue', 2, 'Blue', 'Slim, 16 L'),
      line('Key leash', 1, 'Tan'),
    ])
    expect(reference).toBe('2 x Campus Slim Backpack, Blue, 1 x Key leash')
    expect(message).toBe(
      'I am interested in:\n- 2 x Campus Slim Backpack, Blue (Slim, 16 L)\n- 1 x Key leash (Tan)\n\n',
    )
  })

  test('is empty for an empty cart', () => {
    expect(cartInWords([])).toEqual({ reference: '', message: '' })
    expect(cartInWords([line('Sold out bag', 0)])).toEqual({ reference: '', message: '' })
  })

  test('ends with the number of lines that do not fit', () => {
    const many = Array.from({ length: 100 }, (_, index) => line(`Backpack number ${index}`, 3))
    expect(cartInWords(many).reference).toMatch(/^3 x Backpack number 0, .*, and \d+ more$/)
  })

  test("stays within the limits, with space for the visitor's text", () => {
    const items = fc.array(
      fc.record({
        product_name: fc.string({ maxLength: 400 }),
        quantity: fc.integer({ min: 0, max: 10 }),
        color: fc.option(fc.string({ maxLength: 50 })),
        size: fc.option(fc.string({ maxLength: 50 })),
      }),
      { maxLength: 100 },
    )
    fc.assert(
      fc.property(items, (cart) => {
        const { reference, message } = cartInWords(cart)
        expect(reference.length).toBeLessThanOrEqual(REFERENCE_LENGTH)
        expect(message.length).toBeLessThanOrEqual(MESSAGE_LENGTH - 1000)
      }),
    )
  })
})
