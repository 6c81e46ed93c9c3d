import { expect, test } from 'vitest'
import { readPercent } from './prices-tab.tsx'

test.each([
  ['5', 'up', 5],
  ['2.5', 'down', -2.5],
  [' 10 % ', 'up', 10],
  ['90', 'down', -90],
] as const)('%s %s is %i percent', (text, direction, percent) => {
  expect(readPercent(text, direction)).toEqual({ percent })
})

test.each(['', ' ', '0', '0.0', '-5', '2,5', '1e3', '2.55', 'five', '1000'])(
  'what is no percentage never becomes a change: "%s"',
  (text) => {
    expect(readPercent(text, 'up')).toEqual({ error: expect.any(String) })
  },
)

test('prices fall by 90 percent at most', () => {
  expect(readPercent('91', 'down')).toEqual({ error: 'At most 90 percent at once' })
})
