import { expect, test } from 'vitest'
import { createMailer, describeMailError, isUnknownRecipient } from './mailer.ts'

const rejected = (command: string, response: string) =>
  Object.assign(new Error('rejected'), { command, response, responseCode: Number(response.slice(0, 3)) })

test.each([
  ['550 No such user here', true],
  ['550 5.1.1 User unknown', true],
  ['553 5.1.3 Bad address syntax', true],
  ['550 5.7.1 Relaying denied', false],
  ['554 5.7.1 Relay access denied', false],
  ['552 5.2.2 Mailbox full', false],
  ['450 4.2.1 Try again later', false],
])('a recipient answered with "%s" is an unknown address: %s', (response, isUnknown) => {
  expect(isUnknownRecipient(rejected('RCPT TO', response))).toBe(isUnknown)
})

test('a rejected sender says nothing of the recipient', () => {
  expect(isUnknownRecipient(rejected('MAIL FROM', '550 5.1.8 Bad sender'))).toBe(false)
  expect(isUnknownRecipient(new Error('connect ECONNREFUSED'))).toBe(false)
})

test('only codes of an error are stored', () => {
  expect(describeMailError(rejected('RCPT TO', '550 ada@shop.example is unknown'))).toBe('Error 550')
  expect(describeMailError(Object.assign(new Error('ada@shop.example'), { code: 'EAUTH', responseCode: 535 }))).toBe(
    'EAUTH 535',
  )
  expect(describeMailError('ada@shop.example')).toBe('unknown')
})

test('without a server there is no mailer', () => {
  expect(createMailer({ smtpUrl: null, publicUrl: null }, () => Promise.reject(new Error('not asked')))).toBeNull()
})
