import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ITEM_NAMES, laptopLiters, packItems } from './packed-items.ts'

it('everything stands inside a bag of any line, whatever is chosen', () => {
  const bag = fc.record({
    width: fc.double({ min: 12, max: 20, noNaN: true }),
    height: fc.integer({ min: 17, max: 24 }),
  })
  fc.assert(
    fc.property(bag, fc.subarray([...ITEM_NAMES]), (size, names) => {
      const packed = packItems(names, size)
      expect(packed.map(({ name }) => name)).toEqual(names)
      for (const { x, y, width, height } of packed) {
        expect(x).toBeGreaterThanOrEqual(0)
        expect(x + width).toBeLessThanOrEqual(size.width)
        expect(y).toBeGreaterThanOrEqual(0)
        expect(y + height).toBeLessThanOrEqual(size.height)
      }
    }),
  )
})

it('a laptop takes one or two liters', () => {
  expect(laptopLiters(13)).toBeCloseTo(1.24, 1)
  expect(laptopLiters(17)).toBeCloseTo(2.1, 1)
})
