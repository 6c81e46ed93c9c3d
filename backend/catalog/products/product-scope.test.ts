import { expect, test } from 'vitest'
import type { AuditEntry } from '../../admin/audit/audit.repository.ts'
import { PRODUCT_SCOPE } from './product-scope.ts'

const fieldsOf = (subject: AuditEntry['subject'], after: AuditEntry['after']) => {
  const entry = { id: 1, at: '', undoes: null, actor: 'ada', action: 'product.changed', subject, before: null, after }
  return Object.fromEntries(PRODUCT_SCOPE.fieldsOf(entry))
}
const SEVERAL = { kind: 'products', id: 'several' }

test('a change of several is a change of each, by the fields that it has of it', () => {
  expect(fieldsOf(SEVERAL, { 101: { price_cents: 1 }, 102: { status: 'draft', slug: 'x' } })).toEqual({
    101: ['price_cents'],
    102: ['status', 'slug'],
  })
  expect(fieldsOf(SEVERAL, { stock: { 101: 5 } })).toEqual({ 101: ['stock_quantity'] })
  expect(fieldsOf(SEVERAL, null)).toEqual({})
})
