import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { formatDate } from './format-date.ts'

describe('a calendar day is that day in every time zone (R44)', () => {
  const zone = process.env.TZ
  afterEach(() => {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  })

  it.each(['America/Los_Angeles', 'America/New_York', 'UTC', 'Asia/Tokyo', 'Pacific/Kiritimati'])('in %s', (name) => {
    process.env.TZ = name
    for (const text of [
      '2026-11-21',
      '2026-11-21T00:00:00Z',
      '2026-11-21T00:00:00.000Z',
      '2026-11-21T00:00:00+00:00',
      '2026-11-21 00:00:00+00',
      'Sat, 21 Nov 2026 00:00:00 GMT',
      '2026-11-21T00:00:00',
      '2026-11-21 00:00:00',
      '11/21/2026',
    ])
      expect(formatDate(text), text).toBe('11/21/2026')
    expect(formatDate('2026-11')).toBe('11/1/2026')
  })

  it.each([
    ['America/Los_Angeles', '11/20/2026'],
    ['Asia/Tokyo', '11/21/2026'],
  ])('while any other time is the day it was in %s', (name, day) => {
    process.env.TZ = name
    expect(formatDate('2026-11-21T03:30:00Z')).toBe(day)
    expect(formatDate('Sat, 21 Nov 2026 03:30:00 GMT')).toBe(day)
  })
})

it.each([
  ['2026-11-21', '11/21/2026'],
  ['2026-01-05', '1/5/2026'],
  ['2028-02-29', '2/29/2028'],
  ['2026-11-21T09:30:00', '11/21/2026'],
  ['2026-02-29', null],
  ['2026-13-01', null],
  ['2026-02-30T00:00:00Z', null],
  ['2026-00-10', null],
  ['2026-11-00', null],
  ['not a date', null],
  ['', null],
  [null, null],
])('formatDate shows %o as %o', (value, text) => {
  expect(formatDate(value)).toBe(text)
})

it('formatDate shows a date without a time as that calendar day everywhere', () => {
  const day = fc.date({ min: new Date('1970-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(day, (date) => {
      const plain = date.toISOString().slice(0, 10)
      const [year, month, dayOfMonth] = plain.split('-').map(Number)
      expect(formatDate(plain)).toBe(`${month}/${dayOfMonth}/${year}`)
    }),
  )
})

it('formatDate never throws and never shows NaN', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(formatDate(text) ?? '1/1/2026').toMatch(/^\d+\/\d+\/-?\d+$/)
    }),
  )
})
