import { expect, test } from 'vitest'
import { nameAtGateway, parsePaymentKey, secondSaleKey } from './payment-key.ts'

test('a payment has its reference for a key, a second sale its transaction too', () => {
  expect(parsePaymentKey('200123-k7f3q2')).toEqual({ reference: '200123-k7f3q2', transactionId: null })
  const key = secondSaleKey('200123-k7f3q2', '9cd7x2')
  expect(parsePaymentKey(key)).toEqual({ reference: '200123-k7f3q2', transactionId: '9cd7x2' })
  expect([nameAtGateway('200123-k7f3q2'), nameAtGateway(key)]).toEqual([
    '200123-k7f3q2',
    '200123-k7f3q2, transaction 9cd7x2',
  ])
})
