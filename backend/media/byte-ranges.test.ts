import { expect, test } from 'vitest'
import { requestedPart } from './byte-ranges.ts'

const FILE = { bytes: 100, modified: new Date('2026-11-20T12:00:00.500Z') }
const asked = (range: string, more: Record<string, string> = {}, method = 'GET') =>
  requestedPart(method, { range, ...more }, FILE)

test.each([
  ['bytes=0-', 'part'],
  ['bytes=99-', 'part'],
  ['bytes=100-', 'beyond'],
  ['bytes=10-5', 'whole'],
  ['bytes=-1', 'part'],
  ['bytes=-100', 'part'],
  ['bytes=-101', 'whole'],
  ['bytes=-0', 'beyond'],
  ['bytes=-', 'whole'],
  ['bytes=0-1,3-4', 'whole'],
  ['items=0-1', 'whole'],
] as const)('of 100 bytes %s is %s', (range, part) => {
  expect(asked(range)).toBe(part)
})

test('only GET has parts, and only of the file that the client has a part of', () => {
  expect([asked('bytes=0-1', {}, 'HEAD'), requestedPart('GET', {}, FILE)]).toEqual(['whole', 'whole'])
  expect(asked('bytes=0-1', { 'if-range': 'Fri, 20 Nov 2026 12:00:00 GMT' })).toBe('part')
  expect(asked('bytes=0-1', { 'if-range': 'Fri, 20 Nov 2026 12:00:01 GMT' })).toBe('whole')
  expect(asked('bytes=0-1', { 'if-range': 'W/"abc"' })).toBe('whole')
})
