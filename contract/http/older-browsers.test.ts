import { expect, test } from 'vitest'
import { canParseUrl, groupBy } from './older-browsers.ts'

test('values are grouped as Map.groupBy does', () => {
  const values = [3, 1, 4, 1, 5, 9, 2, 6]
  const keyOf = (value: number) => value % 3
  expect([...groupBy(values, keyOf)]).toEqual([...Map.groupBy(values, keyOf)])
})

test.each([['https://shop.example'], ['/shop', 'https://shop.example'], ['/shop'], [''], ['http://']])(
  '%j with the base %j is a URL as URL.canParse says',
  (text, base?: string) => {
    expect(canParseUrl(text, base)).toBe(URL.canParse(text, base))
  },
)
