import { expect, test } from 'vitest'
import { describeDelivery, doneWithMail } from './describe-delivery.ts'

test.each([
  ['waiting', true, 'On its way'],
  ['waiting', false, 'Waits for a mail server'],
  ['sent', false, 'Sent'],
  ['failed', true, 'Not delivered'],
] as const)('a mail that is %s, with a mail server: %s', (delivery, hasMailServer, text) => {
  expect(describeDelivery(delivery, hasMailServer).text).toBe(text)
})

test('a change whose mail cannot leave says so', () => {
  expect(doneWithMail('Order # 100001 shipped', true)).toBe('Order # 100001 shipped')
  expect(doneWithMail('Order # 100001 shipped', false)).toBe('Order # 100001 shipped. Its mail waits for a mail server')
})
