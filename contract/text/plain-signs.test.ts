import { expect, test } from 'vitest'
import { cleanEmail } from './plain-signs.ts'

test('a grave accent of an email address stays, since it is a sign of its own there', () => {
  expect(cleanEmail(' `ada’s@mail.example ')).toBe("`ada's@mail.example")
})
