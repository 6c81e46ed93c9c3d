import { expect, test } from 'vitest'
import { isAllowed, nameRights, toRights } from './helper-rights.ts'

test('an owner may do everything, a helper what needs nothing or one of their rights', () => {
  const helper = { role: 'helper', rights: ['orders'] } as const
  const needs = ['nothing', 'owner', ['orders', 'books'], ['books'], []] as const
  expect(needs.map((need) => isAllowed(need, helper))).toEqual([true, false, true, false, false])
  expect(needs.map((need) => isAllowed(need, { role: 'owner', rights: [] }))).toEqual(Array(5).fill(true))
})

test('rights are known ones, each once, in the order of the list', () => {
  expect(toRights(['books', 'orders', 'owner', 'books'])).toEqual(['orders', 'books'])
  expect([nameRights(['orders', 'books']), nameRights([])]).toEqual(['Orders, Sales', 'Nothing yet'])
})
