import { expect, test } from 'vitest'
import { shortenChange } from './audit.admin-routes.ts'

const numbered = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, index]))

test.each([
  { before: null, after: { name: 'New', pictures: [{ file: 'a.jpg' }] } },
  { before: { p1: null, p2: { price_cents: 1 } }, after: { p1: { price_cents: 2 }, p2: null } },
  { before: 'old', after: ['new'] },
])('a short change is what it was: %j', (change) => {
  expect(shortenChange(change)).toEqual({ ...change, left_out: 0 })
})

test('of a long one both sides have the same first members', () => {
  const { before, after, left_out } = shortenChange({
    before: { stock: numbered(250), note: '' },
    after: { stock: { ...numbered(250), p3: 7 }, note: 'Counted' },
  })
  expect(before).toEqual({ stock: numbered(100), note: '' })
  expect(after).toEqual({ stock: { ...numbered(100), p3: 7 }, note: 'Counted' })
  expect(left_out).toBe(150)
})

test('long lists end where the others do', () => {
  const list = Array.from({ length: 130 }, (_, index) => index)
  expect(shortenChange({ before: [], after: list })).toEqual({ before: [], after: list.slice(0, 100), left_out: 30 })
})
