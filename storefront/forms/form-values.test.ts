import { describe, expect, test } from 'vitest'
import { editableErrors, shownValues, typedBeforeHydration } from './form-values.ts'

const EMPTY = { firstName: '', lastName: '', message: '' }

describe('what is filled in for a visitor', () => {
  const fixed = { firstName: 'Ada', lastName: 'Lovelace' }

  test('stands in place of what was typed, and goes without a trace', () => {
    const typed = { ...EMPTY, lastName: 'Byron', message: 'Hello' }
    expect(shownValues(typed, fixed)).toEqual({ firstName: 'Ada', lastName: 'Lovelace', message: 'Hello' })
    expect(shownValues(typed, {})).toEqual(typed)
  })

  test('is not taken for something that was typed before the script was there', () => {
    const onScreen: Record<string, string> = { ...fixed, message: 'Hello' }
    expect(typedBeforeHydration(EMPTY, fixed, (name) => onScreen[name] ?? '')).toEqual({ message: 'Hello' })
    expect(typedBeforeHydration(EMPTY, {}, (name) => onScreen[name] ?? '')).toEqual({ ...fixed, message: 'Hello' })
  })
})

test('what is wrong with a fixed value does not stop a form, since nobody could mend it', () => {
  const errors = { firstName: 'Please enter a first name', message: 'Please tell us what it is about' }
  expect(editableErrors(errors, { firstName: '?' })).toEqual({ message: 'Please tell us what it is about' })
  expect(editableErrors(errors, {})).toEqual(errors)
})

test('a field that starts with something is left as it is', () => {
  expect(typedBeforeHydration({ ...EMPTY, message: 'I am interested in:' }, {}, () => 'x')).toEqual({
    firstName: 'x',
    lastName: 'x',
  })
})
