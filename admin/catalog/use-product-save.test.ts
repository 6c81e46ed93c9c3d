import type { EditedProduct } from '@shop/contract/admin/catalog'
import { expect, test } from 'vitest'
import { describeSave } from './use-product-save.ts'

const CASES: [Partial<EditedProduct>, string][] = [
  [{ price: 59.5 }, 'Price changed to $59.50'],
  [{ sale_price: null }, 'Sale ended'],
  [{ sale_price: 40, status: 'published' }, 'On sale for $40.00. The product is in the shop'],
  [{ status: 'hidden' }, 'The product is hidden'],
  [{ images: [] }, 'Pictures: saved'],
  [{ product_name: 'Day Pack', line: 'Campus' }, '2 fields saved'],
]

test.each(CASES)('%j is notified as %s', (changes, text) => {
  expect(describeSave(changes)).toBe(text)
})
