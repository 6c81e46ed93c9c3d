import { expect, test } from 'vitest'
import { definedOf, differingParts, tokenOf } from './renames.ts'

test('another list has another token, the same one has the same', () => {
  expect(tokenOf(['Campus', 'Nomad'])).toBe(tokenOf(['Campus', 'Nomad']))
  expect(tokenOf(['Campus', 'Nomad'])).not.toBe(tokenOf(['Nomad', 'Campus']))
})

test('a change has the parts that differ, whatever the order of their keys', () => {
  const parts = differingParts({
    lines: [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    quiz: [null, ['x']],
  })
  expect(parts).toEqual({ before: { quiz: null }, after: { quiz: ['x'] } })
  expect(differingParts({ lines: [['Campus'], ['Campus']] })).toBeNull()
})

test('a patch has no fields without a value', () => {
  expect(JSON.stringify(definedOf({ 101: { line: 'Campus', color: undefined } }))).toBe('{"101":{"line":"Campus"}}')
})
