import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { fitText, ITEM_NAMES, type ItemName, laptopLiters, type PackedItem, packItems } from './packed-items.ts'

it('everything stands inside a bag of any line, and beside the rest, whatever is chosen', () => {
  const bag = fc.record({
    width: fc.double({ min: 12, max: 20, noNaN: true }),
    height: fc.integer({ min: 17, max: 24 }),
  })
  fc.assert(
    fc.property(bag, fc.subarray([...ITEM_NAMES]), (size, names) => {
      const packed = packItems(names, size)
      expect(packed.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
      for (const { x, y, width, height } of packed) {
        expect(x).toBeGreaterThanOrEqual(0)
        expect(x + width).toBeLessThanOrEqual(size.width)
        expect(y).toBeGreaterThanOrEqual(0)
        expect(y + height).toBeLessThanOrEqual(size.height)
      }
      expect(packed.flatMap((item, index) => packed.slice(index + 1).filter((other) => overlap(item, other)))).toEqual(
        [],
      )
    }),
  )
})

function overlap(a: PackedItem, b: PackedItem): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

it('in a bag that is too small for that they stay inside, over each other', () => {
  for (const { x, y, width, height } of packItems(ITEM_NAMES, { width: 10, height: 12 })) {
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x + width).toBeLessThanOrEqual(10)
    expect(y).toBeGreaterThanOrEqual(0)
    expect(y + height).toBeLessThanOrEqual(12)
  }
})

it('a laptop takes one or two liters', () => {
  expect(laptopLiters(13)).toBeCloseTo(1.24, 1)
  expect(laptopLiters(17)).toBeCloseTo(2.1, 1)
})

const BAG = { laptop_inches: 16, capacity_litres: 30 }
const SHOES: readonly ItemName[] = ['shoes']

test('what is chosen is a part of the capacity, or more than it', () => {
  expect(fitText({ laptop: null, names: [] }, BAG)).toBe('')
  expect(fitText({ laptop: 15, names: SHOES }, BAG)).toBe('That takes up about 7 of its 30 liters.')
  expect(fitText({ laptop: null, names: ITEM_NAMES }, { ...BAG, capacity_litres: 8 })).toBe(
    'That takes up about 12 liters, more than its 8.',
  )
})

test('a laptop that is too large is said to be, and how much the rest takes without it', () => {
  const tooLarge = 'A 17-inch laptop is too large: this one takes up to 16 inches.'
  expect(fitText({ laptop: 17, names: [] }, BAG)).toBe(tooLarge)
  expect(fitText({ laptop: 17, names: ITEM_NAMES }, BAG)).toBe(`${tooLarge} The rest fits: about 12 of its 30 liters.`)
  expect(fitText({ laptop: 17, names: ITEM_NAMES }, { ...BAG, capacity_litres: 8 })).toBe(
    `${tooLarge} The rest takes up about 12 liters, more than its 8.`,
  )
})

test('nothing is said of a capacity or a laptop that no one knows', () => {
  expect(fitText({ laptop: 17, names: SHOES }, { ...BAG, capacity_litres: null })).toMatch(/inches\.$/)
  expect(fitText({ laptop: 17, names: SHOES }, { ...BAG, laptop_inches: null })).toBe(
    'That takes up about 7 of its 30 liters.',
  )
})
