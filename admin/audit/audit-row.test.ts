import { expect, test } from 'vitest'
import { tellsMany } from './audit-row.tsx'

const AT = '2026-11-27T12:00:00.000Z'

test.each([
  ['orders.shipped', 10_001, true],
  ['orders.shipped', 10_000, false],
  ['order.shipped', 60_000, false],
  ['products.repriced', 60_000, false],
])('%s, undone after %d ms: customers are told of it: %s', (action, later, isTold) => {
  expect(tellsMany({ action, at: AT }, Date.parse(AT) + later)).toBe(isTold)
})
