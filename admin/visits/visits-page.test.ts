import { expect, test } from 'vitest'
import { pageName } from './visits-page.tsx'

test.each([
  ['/', null, 'Home'],
  ['/orderAndReturn', null, 'Orders & Returns'],
  ['(unknown)', null, 'Other pages'],
  ['/a-page-from-before', null, '/a-page-from-before'],
  ['/product/101', 'Campus Slim, Blue', 'Campus Slim, Blue'],
  ['/product/999', null, 'Product 999 (no longer here)'],
])('the page %s of the product %s is called "%s"', (page, product_name, name) => {
  expect(pageName({ page, product_name })).toBe(name)
})
