import { expect, test } from 'vitest'
import { wasHandedOver } from './shipping.ts'

const SOLD: Parameters<typeof wasHandedOver>[0] = {
  ...{ tracking_number: null, shipped_by: null, channel: 'fair', order_date: '2026-11-02', delivered_on: '2026-11-02' },
}

test.each([
  [{}, true],
  [{ delivered_on: null }, false],
  [{ delivered_on: '2026-11-03' }, false],
  [{ channel: 'online' }, false],
  [{ channel: 'online', shipped_by: 'picked_up' }, true],
  [{ shipped_by: 'own_delivery' }, false],
  [{ tracking_number: '1Z' }, false],
] as const)('a sale at a fair with %j was handed over: %s', (changes, isHandedOver) => {
  expect(wasHandedOver({ ...SOLD, ...changes })).toBe(isHandedOver)
})
