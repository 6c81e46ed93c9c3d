import { expect, test } from 'vitest'
import { describeDelivery, describeMailError, doneWithMail, isOnItsWay, labelWithMail } from './mail-state.tsx'

test.each([
  ['waiting', true, 'On its way'],
  ['waiting', false, 'Waiting for an email server'],
  ['sent', false, 'Sent'],
  ['failed', true, 'Not delivered'],
] as const)('an email that is %s, with an email server: %s', (delivery, hasMailServer, text) => {
  expect(describeDelivery(delivery, hasMailServer).text).toBe(text)
})

test.each([
  ['waiting', null, true, true],
  ['waiting', 'EAUTH', true, false],
  ['failed', 'EENVELOPE 550', true, false],
  ['waiting', null, false, false],
] as const)(
  'an email that is %s, last failed by %s, with an email server: %s, leaves soon: %s',
  (state, error, has, soon) => {
    expect(isOnItsWay({ state, last_error: error }, { has_mail_server: has })).toBe(soon)
  },
)

const EMAIL = 'ada@shopper.example'

test.each([
  [EMAIL, true, 'Order # 100001 shipped'],
  [EMAIL, false, 'Order # 100001 shipped. The email will be sent once an email server is set up'],
  ['', false, 'Order # 100001 shipped'],
])('a change whose email to "%s" cannot leave says so, with an email server: %s', (email, has_mail_server, done) => {
  expect(doneWithMail('Order # 100001 shipped', { email, has_mail_server })).toBe(done)
})

test('a change of an order without an email address does not promise to send anything', () => {
  expect(labelWithMail('Ship', { email: EMAIL })).toBe('Ship and send')
  expect(labelWithMail('Ship', { email: '' })).toBe('Ship')
})

test.each([
  ['EENVELOPE 550', 'The email server rejected the address.'],
  ['EENVELOPE 451', 'The email server rejected it.'],
  ['EMESSAGE 452', 'The email server rejected it.'],
  ['EAUTH 535', 'The email server rejected the shop’s name or password.'],
  ['ECONNECTION', 'We can’t reach the email server.'],
  ['ETIMEDOUT', 'We can’t reach the email server.'],
])('%s is told in words', (code, sentence) => {
  expect(describeMailError(code)).toBe(sentence)
})
