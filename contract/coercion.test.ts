import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asCount, asList, asNumber, asRecord, asText, truncateText } from './coercion.ts'

describe('coercions (R3)', () => {
  it('never throw, and return what they promise', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.jsonValue()), (value) => {
        const record = asRecord(value)
        expect(record === null || !Array.isArray(record)).toBe(true)
        expect(Array.isArray(asList(value))).toBe(true)
        const text = asText(value)
        expect(text === null || (text !== '' && text === text.trim())).toBe(true)
        const number = asNumber(value)
        expect(number === null || Number.isFinite(number)).toBe(true)
        const count = asCount(value)
        expect(count === null || (Number.isSafeInteger(count) && count >= 0)).toBe(true)
      }),
    )
  })

  it.each([
    [17, '17'],
    [' 17 ', '17'],
    ['0', '0'],
    [0, '0'],
    ['', null],
    ['  ', null],
    [Number.NaN, null],
    [true, null],
    [null, null],
    [['17'], null],
  ])('asText reads %o as %o: identifiers are numbers or strings', (value, expected) => {
    expect(asText(value)).toBe(expected)
  })

  it.each([
    ['3', 3],
    [3.9, 3],
    [-2, 0],
    [-0.5, 0],
    ['', null],
    ['many', null],
    [1e300, Number.MAX_SAFE_INTEGER],
    [undefined, null],
  ])('asCount reads %o as %o: whole and at least 0', (value, expected) => {
    expect(asCount(value)).toBe(expected)
  })

  it.each([
    ['canvas', 3, 'can'],
    ['canvas', 6, 'canvas'],
    ['a bag 🎒', 7, 'a bag'],
    ['a bag 🎒', 8, 'a bag 🎒'],
    ['a bag', 2, 'a'],
  ])('truncateText cuts %j to %i characters, no emoji in half and no blank at the end', (text, length, expected) => {
    expect(truncateText(text, length)).toBe(expected)
  })

  it('asRecord rejects lists', () => {
    expect(asRecord([])).toBeNull()
    expect(asRecord(null)).toBeNull()
    expect(asRecord({ a: 1 })).toEqual({ a: 1 })
  })
})
