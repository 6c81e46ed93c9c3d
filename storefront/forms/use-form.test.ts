import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { editableErrors, visibleErrorsAfterBlur, visibleErrorsAfterChange } from './use-form.ts'

test('errors of fixed values do not prevent submitting, since no one could correct them', () => {
  const errors = { firstName: 'Please enter a first name', message: 'Please tell us what it’s about' }
  expect(editableErrors(errors, { firstName: '?' })).toEqual({ message: 'Please tell us what it’s about' })
  expect(editableErrors(errors, {})).toEqual(errors)
})

test('visible errors: an error disappears when it is corrected', () => {
  expect(visibleErrorsAfterChange({ email: 'Enter an email' }, {}, 'email')).toEqual({})
})

test('visible errors: an error stays while the value is invalid', () => {
  const visible = { email: 'Enter an email' }
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
