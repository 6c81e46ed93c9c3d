import { expect, test } from 'vitest'
import { withoutSaved } from './use-edited.ts'

const twoDecimals = (cost: string) => Number(cost).toFixed(2)

test('a form follows the shop again once its values are saved', () => {
  expect(withoutSaved({ base: '4.95', value: '7.3' }, '7.30', twoDecimals)).toBeNull()
})

test('what was typed while the values were sent stays, and is compared with what was saved', () => {
  expect(withoutSaved({ base: '4.95', value: '8' }, '7.30', twoDecimals)).toEqual({ base: '7.30', value: '8' })
})
