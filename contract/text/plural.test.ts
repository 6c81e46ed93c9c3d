import { expect, test } from 'vitest'
import { formatCount, plural } from './plural.ts'

test('counts have a separator, and only one is singular', () => {
  const counts = [0, 1, 2431].map((count) => formatCount(count, 'row'))
  expect(counts).toEqual(['0 rows', '1 row', '2,431 rows'])
  expect([plural(1, 'It is', 'They are'), plural(2, 'It is', 'They are')]).toEqual(['It is', 'They are'])
})
