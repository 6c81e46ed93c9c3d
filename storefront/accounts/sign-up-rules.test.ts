import { isAcceptablePassword } from '@shop/contract/accounts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkSignUp, NO_SIGN_UP, passwordAlert } from './sign-up-rules.ts'

const ada = {
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'ada@packwright.example',
  password: 'backpack40',
  confirm: 'backpack40',
}

describe('the sign-up form', () => {
  test('accepts a complete form', () => {
    expect(checkSignUp(ada)).toEqual({})
    expect(passwordAlert(ada)).toBeNull()
  })

  test('requires first name, last name, e-mail, password and confirm', () => {
    expect(Object.keys(checkSignUp(NO_SIGN_UP))).toEqual(Object.keys(NO_SIGN_UP))
  })

  test.each(Object.keys(NO_SIGN_UP))('marks a missing %s at its field and raises no alert', (name) => {
    const values = { ...ada, [name]: ' '.repeat(name === 'password' || name === 'confirm' ? 0 : 1) }
    expect(checkSignUp(values)).toHaveProperty(name)
    expect(passwordAlert(values)).toBeNull()
  })

  test("alerts 'Invalid Password' for a password that breaks the rule, before any mismatch", () => {
    expect(passwordAlert({ ...ada, password: 'short' })).toEqual({
      title: 'Invalid Password',
      text: 'Must be minimum 6 characters containing both letters and numbers',
    })
  })

  test("alerts 'Passwords do not match'", () => {
    expect(passwordAlert({ ...ada, confirm: 'backpack41' })).toEqual({ text: 'Passwords do not match' })
  })

  test('alerts nothing exactly when the password is acceptable and typed twice alike', () => {
    const text = fc.string({ minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(text, fc.option(text), (password, other) => {
        const confirm = other ?? password
        const fine = isAcceptablePassword(password) && confirm === password
        expect(passwordAlert({ ...ada, password, confirm }) === null).toBe(fine)
      }),
    )
  })
})
