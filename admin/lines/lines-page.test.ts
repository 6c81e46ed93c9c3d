import type { AdminLine } from '@shop/contract/admin/lines'
import { expect, test } from 'vitest'
import { NEW_LINE } from './lines.queries.ts'
import { findHomeLines } from './lines-page.tsx'

const buildLine = (line: string, changes: Partial<AdminLine> = {}): AdminLine => ({
  ...NEW_LINE,
  line,
  photo: null,
  preview: null,
  products: 2,
  ...changes,
})

test('the home page shows the first three lines that are meant for it and have products', () => {
  const lines = [
    buildLine('Accessories', { featured: false }),
    buildLine('Campus'),
    buildLine('Walker', { products: 0 }),
    buildLine('Rider', { hidden: true }),
    buildLine('Hybrid'),
    buildLine('Nomad'),
    buildLine('Harbor'),
  ]
  expect(findHomeLines(lines).map(({ line }) => line)).toEqual(['Campus', 'Hybrid', 'Nomad'])
})
