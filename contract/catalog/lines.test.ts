import { expect, test } from 'vitest'
import { ANSWER_LENGTHS, answerDefaults } from './lines.ts'

test('an answer says of its line what is known best, as far as it fits', () => {
  const hintOf = (words: string | null, text: string | null) => answerDefaults({ line: 'Campus', words, text }).hint
  expect(hintOf('for school', 'A bag.')).toBe('For school')
  expect(hintOf(null, 'a bag.')).toBe('A bag.')
  expect(hintOf('', null)).toBe('Our Campus line')
  expect(hintOf('x'.repeat(ANSWER_LENGTHS.hint), null)).toHaveLength(ANSWER_LENGTHS.hint)
  expect(hintOf('x'.repeat(ANSWER_LENGTHS.hint + 1), null)).toBe('Our Campus line')
})
