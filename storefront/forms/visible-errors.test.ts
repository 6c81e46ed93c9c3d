import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { firstInvalidField, visibleErrorsAfterBlur, visibleErrorsAfterChange } from './visible-errors.ts'

const values = { email: '', zip: '' }

describe('visible errors', () => {
  test('an error disappears when it is corrected', () => {
    expect(visibleErrorsAfterChange({ email: 'Enter an e-mail' }, {}, 'email')).toEqual({})
  })

  test('an error stays while the value is invalid', () => {
    const visible = { email: 'Enter an e-mail' }
    expect(visibleErrorsAfterChange(visible, visible, 'email')).toEqual(visible)
  })

  test('no new error appears while typing', () => {
    const errors = fc.record({ email: fc.string(), zip: fc.string() }, { requiredKeys: [] })
    void fc.assert(
      fc.property(errors, errors, fc.constantFrom('email' as const, 'zip' as const), (visible, now, name) => {
        for (const [shown, text] of Object.entries(visibleErrorsAfterChange(visible, now, name))) {
          expect(visible[shown === 'email' ? 'email' : 'zip']).toBe(text)
        }
      }),
    )
  })

  test('a malformed field shows its error on blur', () => {
    expect(visibleErrorsAfterBlur({}, { zip: 'Five digits' }, 'zip', true)).toEqual({ zip: 'Five digits' })
  })

  test('an empty field shows no error on blur', () => {
    expect(visibleErrorsAfterBlur({}, { zip: 'Enter a ZIP' }, 'zip', false)).toEqual({})
  })

  test('the first invalid field is the first on the screen', () => {
    expect(firstInvalidField(values, { zip: 'b', email: 'a' })).toBe('email')
    expect(firstInvalidField(values, { zip: 'b' })).toBe('zip')
    expect(firstInvalidField(values, {})).toBeNull()
  })
})
