import { expect, test } from 'vitest'
import { excerptsOf } from './excerpt.ts'

const words = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `word${from + index}`).join(' ')

test('short texts are shown whole', () => {
  expect(excerptsOf('A bag for school', 'A bag for work')).toEqual(['A bag for school', 'A bag for work'])
})

test.each([
  [
    'in the middle',
    `${words(1, 20)} old ${words(21, 40)}`,
    `${words(1, 20)} new one ${words(21, 40)}`,
    [`… ${words(16, 20)} old ${words(21, 25)} …`, `… ${words(16, 20)} new one ${words(21, 25)} …`],
  ],
  ['at the start', `old ${words(1, 30)}`, `new ${words(1, 30)}`, [`old ${words(1, 5)} …`, `new ${words(1, 5)} …`]],
  ['at the end', words(1, 30), `${words(1, 30)} Also these.`, [`… ${words(26, 30)}`, `… ${words(26, 30)} Also these.`]],
  [
    'by a word that stands twice',
    `${words(1, 30)} so`,
    `${words(1, 30)} so so`,
    [`… ${words(27, 30)} so`, `… ${words(27, 30)} so so`],
  ],
])('of long texts that differ %s the words around that are shown', (_, before, after, excerpts) => {
  expect(excerptsOf(before, after)).toEqual(excerpts)
})
