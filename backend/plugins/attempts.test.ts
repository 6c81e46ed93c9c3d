import { expect, test } from 'vitest'
import { addressKey, limitAttempts } from './attempts.ts'
import { hasNul } from './plain-text.ts'

test('an attempt too many is refused with the seconds to wait, until the time is over', () => {
  let now = 0
  const attempts = limitAttempts({ most: 2, minutes: 10, clock: () => new Date(now) })
  attempts.take('a')
  attempts.take('a')
  attempts.take('b')
  now = 4 * 60_000
  expect(() => attempts.take('a')).toThrow(
    expect.objectContaining({ code: 'rate_limited', retryAfter: 360, message: expect.stringContaining('6 minutes') }),
  )
  now = 10 * 60_000
  attempts.take('a')
})

test('what is given back is not counted', () => {
  const attempts = limitAttempts({ most: 1, minutes: 1, clock: () => new Date() })
  for (let round = 0; round < 3; round += 1) {
    attempts.take('a')
    attempts.giveBack('a')
  }
  attempts.take('a')
  expect(() => attempts.take('a')).toThrow('a minute')
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:0:1:a:b:c:d', '2001:db8:0:1::/64'],
  ['2001:db8:0:1::5', '2001:db8:0:1::/64'],
  ['2001:0DB8:0000:0001::', '2001:db8:0:1::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s counts as %s', (ip, key) => {
  expect(addressKey(ip)).toBe(key)
})

test('a NUL is found however deep it lies', () => {
  const deep = JSON.parse(`${'['.repeat(30_000)}"\\u0000"${']'.repeat(30_000)}`)
  expect(hasNul(deep)).toBe(true)
  expect(hasNul({ 'a\0': 1 })).toBe(true)
  expect(hasNul([{ a: 'b', c: [null, 1, true] }])).toBe(false)
})
