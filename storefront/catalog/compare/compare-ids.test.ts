import { expect, it } from 'vitest'
import { comparePath, parseCompareIds } from './compare-ids.ts'

const parse = (query: string) => parseCompareIds(new URLSearchParams(query))

it.each([
  ['', [], 0],
  ['ids=', [], 0],
  ['ids=,%20,', [], 0],
  ['ids=101,101,102', ['101', '102'], 0],
  [`ids=${Array.from({ length: 20 }, (_, index) => index).join(',')}`, ['0', '1', '2'], 17],
  [`ids=${'x'.repeat(101)},103`, ['103'], 0],
])('%o names each product once, three at most', (query, ids, left) => {
  expect(parse(query)).toEqual({ ids, left })
})

it('an address is parsed as it was written', () => {
  expect(comparePath([])).toBe('/compare')
  expect(parse(comparePath(['1', 'ä b']).split('?')[1] ?? '')).toEqual({ ids: ['1', 'ä b'], left: 0 })
})
