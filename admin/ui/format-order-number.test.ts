import { expect, test } from 'vitest'
import { formatOrderNumber, keepNumbersWhole } from './format-order-number.ts'

test('the number of an order is never broken', () => {
  expect(formatOrderNumber('100001')).toBe('#\u00a0100001')
  expect(keepNumbersWhole('Your order # 100001 has shipped')).toBe('Your order #\u00a0100001 has shipped')
})
