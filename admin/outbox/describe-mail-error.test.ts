import { expect, test } from 'vitest'
import { describeMailError } from './describe-mail-error.ts'

test.each([
  ['EENVELOPE 550', 'The mail server refuses the address (EENVELOPE 550).'],
  ['EENVELOPE 451', 'The mail server did not take it (EENVELOPE 451).'],
  ['EMESSAGE 452', 'The mail server did not take it (EMESSAGE 452).'],
  ['EAUTH 535', 'The mail server does not accept the name or the password of the shop (EAUTH 535).'],
  ['ECONNECTION', 'The mail server cannot be reached (ECONNECTION).'],
  ['ETIMEDOUT', 'The mail server cannot be reached (ETIMEDOUT).'],
])('%s is told in words', (code, sentence) => {
  expect(describeMailError(code)).toBe(sentence)
})
