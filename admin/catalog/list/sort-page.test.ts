import { expect, test } from 'vitest'
import { applyMoves, withMove } from './sort-page.tsx'

const rows = ['a', 'b', 'c', 'd'].map((product_id) => ({ product_id }))
const idsOf = (moved: readonly { product_id: string }[]) => moved.map(({ product_id }) => product_id).join('')

test('moves are shown one after the other, and one of a row that is not loaded is left out', () => {
  const moves = [
    { product_id: 'd', side: 'before' as const, other: 'a' },
    { product_id: 'a', side: 'after' as const, other: 'c' },
    { product_id: 'x', side: 'after' as const, other: 'a' },
    { product_id: 'a', side: 'after' as const, other: 'x' },
  ]
  expect(idsOf(applyMoves(rows, moves))).toBe('dbca')
  expect(idsOf(applyMoves(rows, []))).toBe('abcd')
})

test('a product that is moved several times in a row is one move', () => {
  const first = withMove([], { product_id: 'd', side: 'before', other: 'c' })
  const second = withMove(first, { product_id: 'd', side: 'before', other: 'b' })
  expect(second).toEqual([{ product_id: 'd', side: 'before', other: 'b' }])
  expect(withMove(second, { product_id: 'a', side: 'after', other: 'b' })).toHaveLength(2)
})
