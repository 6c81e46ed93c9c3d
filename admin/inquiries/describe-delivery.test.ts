import { expect, test } from 'vitest'
import { describeDelivery } from './describe-delivery.ts'

test.each([
  ['waiting', true, 'On its way'],
  ['waiting', false, 'Waits for a mail server'],
  ['sent', false, 'Sent'],
  ['failed', true, 'Not delivered'],
] as const)('an answer that is %s, with a mail server: %s', (delivery, hasMailServer, text) => {
  expect(describeDelivery(delivery, hasMailServer).text).toBe(text)
})
