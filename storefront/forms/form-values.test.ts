import { describe, expect, test } from 'vitest'
import { editableErrors, shownValues, typedBeforeHydration } from './form-values.ts'

const EMPTY = { firstName: '', lastName: '', message: '' }

describe('fixed values', () => {
  const fixed = { firstName: 'Ada', lastName: 'Lovelace' }

  test('replace typed values, and reveal them again when removed', () => {
    const typed = { ...EMPTY, lastName: 'Byron', message: 'Hello' }
    expect(shownValues(typed, fixed)).toEqual({ firstName: 'Ada', lastName: 'Lovelace', message: 'Hello' })
    expect(shownValues(typed, {})).toEqual(typed)
  })

  test('are not mistaken for values typed before hydration', () => {
    const onScreen: Record<string, string> = { ...fixed, message: 'Hello' }
    expect(typedBeforeHydration(EMPTY, fixed, (name) => onScreen[name] ?? '')).toEqual({ message: 'Hello' })
    expect(typedBeforeHydration(EMPTY, {}, (name) => onScreen[name] ?? '')).toEqual({ ...fixed, message: 'Hello' })
  })
})

test('errors of fixed values do not prevent submitting, since nobody could correct them', () => {
  const errors = { firstName: 'Please enter a first name', message: 'Please tell us what it is about' }
  expect(editableErrors(errors, { firstName: '?' })).toEqual({ message: 'Please tell us what it is about' })
  expect(editableErrors(errors, {})).toEqual(errors)
})

test('a field with an initial value is unchanged', () => {
  expect(typedBeforeHydration({ ...EMPTY, message: 'I am interested in:' }, {}, () => 'x')).toEqual({
    firstName: 'x',
    lastName: 'x',
  })
})
