import { expect, test } from 'vitest'
import { fitText } from './fit-text.ts'
import { ITEM_NAMES, type ItemName } from './packed-items.ts'

const BAG = { laptop_inches: 16, capacity_litres: 30 }
const SHOES: readonly ItemName[] = ['shoes']

test('what is chosen is a part of the capacity, or more than it', () => {
  expect(fitText({ laptop: null, names: [] }, BAG)).toBe('')
  expect(fitText({ laptop: 15, names: SHOES }, BAG)).toBe('That is about 7 of its 30 liters.')
  expect(fitText({ laptop: null, names: ITEM_NAMES }, { ...BAG, capacity_litres: 8 })).toBe(
    'That is about 12 liters, more than its 8.',
  )
})

test('a laptop that is too large is said to be, and how much the rest takes without it', () => {
  const tooLarge = 'A 17-inch laptop is too large: it takes up to 16 inches.'
  expect(fitText({ laptop: 17, names: [] }, BAG)).toBe(tooLarge)
  expect(fitText({ laptop: 17, names: ITEM_NAMES }, BAG)).toBe(`${tooLarge} The rest fits: about 12 of its 30 liters.`)
  expect(fitText({ laptop: 17, names: ITEM_NAMES }, { ...BAG, capacity_litres: 8 })).toBe(
    `${tooLarge} The rest is about 12 liters, more than its 8.`,
  )
})

test('nothing is said of a capacity or a laptop that nobody knows', () => {
  expect(fitText({ laptop: 17, names: SHOES }, { ...BAG, capacity_litres: null })).toMatch(/inches\.$/)
  expect(fitText({ laptop: 17, names: SHOES }, { ...BAG, laptop_inches: null })).toBe(
    'That is about 7 of its 30 liters.',
  )
})
