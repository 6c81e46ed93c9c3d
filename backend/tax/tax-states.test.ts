import { expect, test } from 'vitest'
import { toTaxState } from './tax-states.ts'

test('where sales tax is not collected no delivery is taxed and no permit is stored', () => {
  const decision = { state: 'WA', delivery_taxed: true, permit: '601-234' } as const
  expect(toTaxState({ ...decision, collected: true })).toEqual({ ...decision, collected: 1, delivery_taxed: 1 })
  expect(toTaxState({ ...decision, collected: false })).toEqual({
    state: 'WA',
    collected: 0,
    delivery_taxed: 0,
    permit: '',
  })
})
