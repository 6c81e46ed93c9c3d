import { expect, test } from 'vitest'
import { failureAbove } from './states.tsx'

const REFUSED = 'The bag is sold out.'

test('the reason of a refusal stands above the form, unless its fields say it', () => {
  expect(failureAbove(REFUSED, {}, ['note'])).toBe(REFUSED)
  expect(failureAbove(REFUSED, { note: REFUSED }, ['note'])).toBeNull()
  expect(failureAbove(null, {}, [])).toBeNull()
})

test('an error of a field that the form does not show stands above the form, once', () => {
  expect(failureAbove(REFUSED, { pay_link: REFUSED }, [])).toBe(REFUSED)
  expect(failureAbove(`${REFUSED} Set up cards.`, { pay_link: 'Set up cards.' }, [])).toBe(`${REFUSED} Set up cards.`)
  expect(failureAbove(REFUSED, { note: REFUSED, price: 'Please check the price.' }, ['note'])).toBe(
    'The bag is sold out. Please check the price.',
  )
})
