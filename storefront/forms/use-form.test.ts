import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { editableErrors, typedBeforeHydration, visibleErrorsAfterBlur, visibleErrorsAfterChange } from './use-form.ts'

const EMPTY = { firstName: '', lastName: '', message: '' }

describe('fixed values', () => {
  const fixed = { firstName: 'Ada', lastName: 'Lovelace' }

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

test('visible errors: an error disappears when it is corrected', () => {
  expect(visibleErrorsAfterChange({ email: 'Enter an e-mail' }, {}, 'email')).toEqual({})
})

test('visible errors: an error stays while the value is invalid', () => {
  const visible = { email: 'Enter an e-mail' }
  expect(visibleErrorsAfterChange(visible, visible, 'email')).toEqual(visible)
})

test('visible errors: no new error appears while typing', () => {
  const errors = fc.record({ email: fc.string(), zip: fc.string() }, { requiredKeys: [] })
  void fc.assert(
    fc.property(errors, errors, fc.constantFrom('email' as const, 'zip' as const), (visible, now, name) => {
      for (const [shown, text] of Object.entries(visibleErrorsAfterChange(visible, now, name))) {
        expect(visible[shown === 'email' ? 'email' : 'zip']).toBe(text)
      }
    }),
  )
})

test('visible errors: a malformed field shows its error on blur', () => {
  expect(visibleErrorsAfterBlur({}, { zip: 'Five digits' }, 'zip', true)).toEqual({ zip: 'Five digits' })
})

test('visible errors: an empty field shows no error on blur', () => {
  expect(visibleErrorsAfterBlur({}, { zip: 'Enter a ZIP' }, 'zip', false)).toEqual({})
})
