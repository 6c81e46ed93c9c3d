import { expect, test } from 'vitest'
import { lineError, settingErrors } from './use-saved-form.ts'

test('an error stands beside its setting, or the part of it that is wrong', () => {
  const fields = { name: 'This must not be empty.', 'wanted.notices.3': 'Too long', 'wanted.social[0].url': 'Too long' }
  expect(settingErrors(fields)).toEqual({
    name: 'This must not be empty.',
    'notices.3': 'Too long',
    'social.0.url': 'Too long',
  })
})

test.each([
  [{ 'notices.3': 'Too long' }, 'Line 4: Too long'],
  [{ notices: 'Too many' }, 'Too many'],
  [{ name: 'Empty' }, undefined],
])('of the lines %j is said as %s', (fields, text) => {
  expect(lineError(fields, 'notices')).toBe(text)
})
