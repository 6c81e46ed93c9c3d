import { expect, test } from 'vitest'
import { createMetrics } from '../../operations/metrics.ts'
import { createPayments } from '../create-payments.ts'
import { measurePayments } from './measure-payments.ts'

test('a request to the gateway without an answer is observed as one', async () => {
  const { registry, observeGateway } = createMetrics()
  const sandbox = createPayments({ gateways: [] }, () => {})
  const payments = measurePayments(
    {
      ...sandbox,
      find: async () => ({ outcome: 'unknown', cause: 'cut' }),
      createClientToken: () => Promise.reject(new Error('a test')),
    },
    observeGateway,
  )
  await payments.find({ provider: 'braintree', reference: '200123-k7f3q2' })
  await expect(payments.createClientToken()).rejects.toThrow('a test')
  const text = await registry.metrics()
  expect(text).toContain('shop_gateway_request_duration_seconds_count{call="find",outcome="unknown"} 1')
  expect(text).toContain('shop_gateway_request_duration_seconds_count{call="client_token",outcome="error"} 1')
  expect(text).not.toContain('200123')
})
