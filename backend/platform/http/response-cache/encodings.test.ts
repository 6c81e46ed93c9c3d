import fc from 'fast-check'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createCacheLog } from './cache-log.ts'
import { isUnchanged, negotiateEncoding } from './encodings.ts'

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0, gzip;q=1', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['identity', 'identity'],
  ['brotli', 'identity'],
])('the encoding of a response %s selects %s', (accept, encoding) => {
  expect(negotiateEncoding(accept)).toBe(encoding)
})

test('the encoding of a response: any header selects an encoding that it names or none', () => {
  fc.assert(
    fc.property(fc.string(), (accept) => {
      const encoding = negotiateEncoding(accept)
      expect(encoding === 'identity' || accept.toLowerCase().includes(encoding) || accept.includes('*')).toBe(true)
    }),
  )
})

test('if-none-match is parsed as a list, weak or strong', () => {
  expect(isUnchanged(undefined, '"a"')).toBe(false)
  expect(isUnchanged('"a"', '"a"')).toBe(true)
  expect(isUnchanged('"b", W/"a"', '"a"')).toBe(true)
  expect(isUnchanged('*', '"a"')).toBe(true)
  expect(isUnchanged('"ab"', '"a"')).toBe(false)
})

test('cached responses are logged as a count', () => {
  const lines: string[] = []
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) })
  const observed: number[] = []
  const { count, close } = createCacheLog(
    () => log,
    (_method, _status, responses) => observed.push(responses),
  )
  for (const status of [200, 200, 304]) count('GET', status)
  close()
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ method: 'GET', route: 'cached', status: 200, responses: 2 }),
    expect.objectContaining({ method: 'GET', route: 'cached', status: 304, responses: 1 }),
  ])
  expect(observed).toEqual([2, 1])
})
