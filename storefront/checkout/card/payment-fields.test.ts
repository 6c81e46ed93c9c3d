import { expect, test } from 'vitest'
import { type CardErrors, cardErrorsAfterState, NO_CARD_ERRORS } from './payment-fields.ts'

const typing = { isEmpty: false, isValid: false, isFocused: true }
const left = { isEmpty: false, isValid: false, isFocused: false }
const inNumber: CardErrors = { focused: 'number', errors: {} }

test('errors of card fields: no error appears while typing', () => {
  expect(cardErrorsAfterState(NO_CARD_ERRORS, 'number', typing)).toEqual(inNumber)
  expect(cardErrorsAfterState(inNumber, 'number', typing)).toEqual(inNumber)
})

test('errors of card fields: a malformed field shows its error on blur', () => {
  expect(cardErrorsAfterState(inNumber, 'number', left)).toEqual({
    focused: null,
    errors: { number: 'Please check the card number' },
  })
})

test('errors of card fields: an error stays until the field is corrected', () => {
  const shown = cardErrorsAfterState(inNumber, 'number', left)
  expect(cardErrorsAfterState(shown, 'number', typing).errors).toEqual(shown.errors)
  expect(cardErrorsAfterState(shown, 'number', { ...typing, isValid: true }).errors).toEqual({})
})

test('errors of card fields: an empty card field is never an error', () => {
  expect(cardErrorsAfterState(inNumber, 'number', { ...left, isEmpty: true })).toEqual(NO_CARD_ERRORS)
})

test("errors of card fields: a focus event that precedes the old field's blur event is not lost", () => {
  const moved = cardErrorsAfterState(inNumber, 'cvv', { isEmpty: true, isValid: false, isFocused: true })
  expect(cardErrorsAfterState(moved, 'number', { ...left, isEmpty: true }).focused).toBe('cvv')
})
