import { expect, test } from 'vitest'
import { addressKey, limitAttempts } from './attempts.ts'
import { hasNul } from './plain-text.ts'

test('one too many is refused with the seconds to wait, until the time is over', () => {
  let now = 0
  const attempts = limitAttempts({ most: 2, minutes: 10, clock: () => new Date(now) })
  attempts.count('a')
  attempts.count('a')
  attempts.count('b')
  now = 4 * 60_000
  expect(() => attempts.count('a')).toThrow(
    expect.objectContaining({ code: 'rate_limited', retryAfter: 360, message: expect.stringContaining('6 minutes') }),
  )
  now = 10 * 60_000
  attempts.count('a')
})

/** Work that ends when it is told to. */
function held() {
  const { promise, resolve } = Promise.withResolvers<string | null>()
  return { work: () => promise, end: resolve }
}
const clock = () => new Date()
const right = async () => 'right'
const wrong = async () => null
const broken = () => Promise.reject(new Error('the database is away'))

test('only what fails is counted, neither what succeeds nor what breaks', async () => {
  const attempts = limitAttempts({ most: 1, minutes: 1, clock })
  for (let round = 0; round < 3; round += 1) {
    expect(await attempts.attempt('a', right)).toBe('right')
    await expect(attempts.attempt('a', broken)).rejects.toThrow('the database is away')
  }
  expect(await attempts.attempt('a', wrong)).toBeNull()
  await expect(attempts.attempt('a', right)).rejects.toThrow('a minute')
  expect(await attempts.attempt('b', right)).toBe('right')
})

test('attempts at the same instant wait for their turn, and all that are right succeed', async () => {
  const attempts = limitAttempts({ most: 2, minutes: 15, clock })
  const first = [held(), held()]
  const answers = [...first.map(({ work }) => work), right, right, right].map((work) => attempts.attempt('a', work))
  for (const { end } of first) end('right')
  expect(await Promise.all(answers)).toEqual(Array(5).fill('right'))
})

test('of wrong attempts at the same instant no more are looked at than may fail', async () => {
  const attempts = limitAttempts({ most: 3, minutes: 15, clock })
  let looked = 0
  const guess = async () => {
    looked += 1
    return null
  }
  const answers = await Promise.allSettled(Array.from({ length: 9 }, () => attempts.attempt('a', guess)))
  expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(6)
  expect(looked).toBe(3)
})

test('more than can wait are asked to come again in a moment', async () => {
  const attempts = limitAttempts({ most: 1, minutes: 15, clock })
  const { work, end } = held()
  const waiting = Array.from({ length: 101 }, () => attempts.attempt('a', work))
  await expect(attempts.attempt('a', right)).rejects.toThrow(
    expect.objectContaining({ retryAfter: 1, message: expect.stringContaining('a moment') }),
  )
  end('right')
  expect(await Promise.all(waiting)).toEqual(Array(101).fill('right'))
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
