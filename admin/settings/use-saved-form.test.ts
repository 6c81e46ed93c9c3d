import { expect, test } from 'vitest'
import { lineError, settingErrors } from './use-saved-form.ts'

test('an error stands beside its setting, or the part of it that is wrong, as a sentence', () => {
  const fields = {
    delivery: 'Not that one.',
    'wanted.name': 'must not be empty',
    'wanted.notices.3': 'may hold no other braces',
    'wanted.social.0.url': 'must be a web address',
  }
  expect(settingErrors(fields)).toEqual({
    delivery: 'Not that one.',
    name: 'Please fill this in.',
    'notices.3': 'This may hold no other braces.',
    'social.0.url': 'This must be a web address.',
  })
})

test.each([
  [{ 'notices.3': 'Too long' }, 'Line 4: Too long'],
  [{ notices: 'Too many' }, 'Too many'],
  [{ name: 'Empty' }, undefined],
])('of the lines %j is said as %s', (fields, text) => {
  expect(lineError(fields, 'notices')).toBe(text)
})
