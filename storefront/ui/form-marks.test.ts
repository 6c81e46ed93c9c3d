import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { firstWrong, marksAfterBlur, marksAfterChange } from './form-marks.ts'

const values = { email: '', zip: '' }

describe('form marks', () => {
  test('an error goes as soon as it is repaired', () => {
    expect(marksAfterChange({ email: 'Enter an e-mail' }, {}, 'email')).toEqual({})
  })

  test('an error stays while it still holds', () => {
    const marks = { email: 'Enter an e-mail' }
    expect(marksAfterChange(marks, marks, 'email')).toEqual(marks)
  })

  test('no new error appears while one types', () => {
    const errors = fc.record({ email: fc.string(), zip: fc.string() }, { requiredKeys: [] })
    fc.assert(
      fc.property(errors, errors, fc.constantFrom('email' as const, 'zip' as const), (marks, now, name) => {
        for (const [shown, text] of Object.entries(marksAfterChange(marks, now, name))) {
          expect(marks[shown === 'email' ? 'email' : 'zip']).toBe(text)
        }
      }),
    )
  })

  test('a malformed field is marked when it is left', () => {
    expect(marksAfterBlur({}, { zip: 'Five digits' }, 'zip', true)).toEqual({ zip: 'Five digits' })
  })

  test('a field that was only passed through is not scolded', () => {
    expect(marksAfterBlur({}, { zip: 'Enter a ZIP' }, 'zip', false)).toEqual({})
  })

  test('the first wrong field is the first on the screen', () => {
    expect(firstWrong(values, { zip: 'b', email: 'a' })).toBe('email')
    expect(firstWrong(values, { zip: 'b' })).toBe('zip')
    expect(firstWrong(values, {})).toBeNull()
  })
})
