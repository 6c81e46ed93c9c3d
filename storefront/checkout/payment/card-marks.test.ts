import { describe, expect, test } from 'vitest'
import { type CardMarks, marksAfterState, NO_MARKS } from './card-marks.ts'

const typing = { isEmpty: false, isValid: false, isFocused: true }
const left = { isEmpty: false, isValid: false, isFocused: false }
const inNumber: CardMarks = { focused: 'number', errors: {} }

describe('marks of card fields', () => {
  test('nothing is said while one types', () => {
    expect(marksAfterState(NO_MARKS, 'number', typing)).toEqual(inNumber)
    expect(marksAfterState(inNumber, 'number', typing)).toEqual(inNumber)
  })

  test('a malformed field is marked when it is left', () => {
    expect(marksAfterState(inNumber, 'number', left)).toEqual({
      focused: null,
      errors: { number: 'Please check the card number' },
    })
  })

  test('the error stays while the field is being repaired, and goes once it is', () => {
    const marked = marksAfterState(inNumber, 'number', left)
    expect(marksAfterState(marked, 'number', typing).errors).toEqual(marked.errors)
    expect(marksAfterState(marked, 'number', { ...typing, isValid: true }).errors).toEqual({})
  })

  test('an empty card field is never an error', () => {
    expect(marksAfterState(inNumber, 'number', { ...left, isEmpty: true })).toEqual(NO_MARKS)
  })

  test('focus that moved on before the old field said so is not lost', () => {
    const moved = marksAfterState(inNumber, 'cvv', { isEmpty: true, isValid: false, isFocused: true })
    expect(marksAfterState(moved, 'number', { ...left, isEmpty: true }).focused).toBe('cvv')
  })
})
