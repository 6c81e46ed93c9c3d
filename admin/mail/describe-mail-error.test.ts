import { expect, test } from 'vitest'
import { describeMailError } from './describe-mail-error.ts'

test.each([
  ['EENVELOPE 550', 'The mail server refuses the address.'],
  ['EENVELOPE 451', 'The mail server did not take it.'],
  ['EMESSAGE 452', 'The mail server did not take it.'],
  ['EAUTH 535', 'The mail server does not accept the name or the password of the shop.'],
  ['ECONNECTION', 'The mail server cannot be reached.'],
  ['ETIMEDOUT', 'The mail server cannot be reached.'],
])('%s is told in words', (code, sentence) => {
  expect(describeMailError(code)).toBe(sentence)
})
