import { expect, test } from 'vitest'
import { describeDispute, kindOf, reasonOf } from './dispute-words.ts'

test.each(['lost', 'accepted', 'auto_accepted', 'expired'])('a dispute that is %s counts as refunded', (state) => {
  expect(describeDispute({ provider: 'braintree', kind: 'chargeback', state }).text).toContain('counts as refunded')
  expect(describeDispute({ provider: 'braintree', kind: 'retrieval', state }).text).toContain(
    'Your money wasn’t touched',
  )
})

test('an open dispute is urgent, and one that only asks for papers takes nothing', () => {
  expect(describeDispute({ provider: 'braintree', kind: 'chargeback', state: 'open' }).color).toBe('brick')
  expect(describeDispute({ provider: 'braintree', kind: 'retrieval', state: 'open' }).text).toContain(
    'Your money hasn’t been touched',
  )
})

test('words of the gateway that are not known are shown as they are', () => {
  expect(describeDispute({ provider: 'braintree', kind: null, state: 'second_look' }).badge).toBe('Second look')
  expect(reasonOf({ reason: 'new_reason' })).toBe('New reason')
  expect(kindOf({ kind: null })).toBe('Not given')
})
