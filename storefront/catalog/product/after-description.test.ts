import { expect, it } from 'vitest'
import { parseRecentlyViewed } from './after-description.tsx'

it.each([
  [null, []],
  ['', []],
  ['{', []],
  ['null', []],
  ['{"0":"101"}', []],
  ['["101",5,null,"","102"]', ['101', '102']],
  ['["101","102","101"]', ['101', '102']],
  [`["${'1'.repeat(101)}"]`, []],
])('the store %o is read as %o', (stored, ids) => {
  expect(parseRecentlyViewed(stored)).toEqual(ids)
})

it('eight are remembered at most', () => {
  expect(parseRecentlyViewed(JSON.stringify(Array.from({ length: 20 }, (_, id) => String(id))))).toHaveLength(8)
})
