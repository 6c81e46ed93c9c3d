import { expect, test } from 'vitest'
import { settingErrors } from './setting-errors.ts'

test('an error stands beside its setting, also where only a line or a part of it is wrong', () => {
  const fields = { name: 'name must not be empty.', 'wanted.notices.3': 'Too long', 'wanted.social.0.url': 'Too long' }
  expect(settingErrors(fields)).toEqual({ name: 'name must not be empty.', notices: 'Too long', social: 'Too long' })
})
