import { expect, test } from 'vitest'
import { describeField } from './import-preview.tsx'

test.each([
  [{ field: 'price', before: 79, after: 84.5 }, 'Price: 79 → 84.5'],
  [{ field: 'sale_price', before: null, after: 60 }, 'Sale price: nothing → 60'],
  [{ field: 'details.materials', before: '', after: 'Canvas' }, 'Details › materials: nothing → Canvas'],
  [{ field: 'description', before: '<p>Old</p>', after: '<p>New</p>' }, 'Description: Old → New'],
])('%j is shown as "%s"', (change, text) => {
  expect(describeField(change)).toBe(text)
})

test('a long text is cut', () => {
  expect(describeField({ field: 'description', before: 'a'.repeat(500), after: 'b' }).length).toBeLessThan(150)
})
