import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../../tests/harness/any-character.ts'
import { isAcceptablePassword, PASSWORD_MAX_LENGTH, parseSession, parseToken, parseUser } from './calls.ts'
import { newAccount } from './schemas.ts'

it.each(['abc123', 'backpack40', 'a1!@#$', 'пароль7', '密码密码密码9', 'straße٣', 'a b c 1', 'A1'.repeat(64)])(
  'the password rule (R28) accepts %s',
  (password) => {
    expect(isAcceptablePassword(password)).toBe(true)
  },
)

it.each(['', 'abc12', 'abcdef', '123456', '!!!!!!', '12345!', `${'a1'.repeat(64)}b`, '🎒🎒a1'])(
  'the password rule (R28) rejects %s',
  (password) => {
    expect(isAcceptablePassword(password)).toBe(false)
  },
)

it('the password rule (R28) has no limit of 8', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 4, maxLength: PASSWORD_MAX_LENGTH - 2 }), (text) => {
      expect(isAcceptablePassword(`${text}a1`)).toBe(true)
    }),
  )
})

it('the password rule (R28) is the rule of the sign-up call', () => {
  const account = { firstName: 'Ana', lastName: 'Ruiz', email: 'ana@shopper.example', loginId: 'ana@shopper.example' }
  expect(newAccount.safeParse({ ...account, password: 'backpack40' }).success).toBe(true)
  expect(newAccount.safeParse({ ...account, password: 'backpack' }).success).toBe(false)
  expect(newAccount.safeParse({ ...account, email: 'ana', password: 'backpack40' }).success).toBe(false)
})

it('parseSession reads the user as the backend sent it, and the token (R3)', () => {
  const user = { customer_id: 7, firstName: ' Ana ', lastName: 'Ruiz', email: 'ana@shopper.example', tier: [1] }
  expect(parseSession({ user, token: 't0ken' })).toEqual({
    user: { customer_id: '7', firstName: 'Ana', lastName: 'Ruiz', email: 'ana@shopper.example' },
    token: 't0ken',
    sentUser: user,
  })
  expect(parseSession({ user: { firstName: 'Ana' }, token: 5 })).toMatchObject({
    user: { customer_id: '' },
    token: '5',
  })
})

it('parseSession throws only a TypeError, when user or token is missing', () => {
  expect(() => parseSession({ user: { customer_id: 7 } })).toThrow(TypeError)
  expect(() => parseSession({ token: 't0ken', user: {} })).toThrow(TypeError)
  fc.assert(
    fc.property(fc.jsonValue(), (body) => {
      expect(() => parseSession(body)).toThrow(TypeError)
    }),
  )
})

describe('a token', () => {
  const user = { customer_id: 7, firstName: 'Ana', lastName: 'Ruiz', email: 'ana@shopper.example' }

  it('is visible ASCII', () => {
    expect(parseToken('aB3_-~!')).toBe('aB3_-~!')
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 12 }), (text) => {
        const token = parseToken(text)
        if (token !== null)
          expect(new Headers({ authorization: `Bearer ${token}` }).get('authorization')).toContain(token)
      }),
    )
  })

  it.each(['', ' ', 'ab c', 'a\nb', 'a\r\nb', 'töken', '😀', null])('%j is not a valid token', (token) => {
    expect(parseToken(token)).toBeNull()
    expect(() => parseSession({ user, token })).toThrow(TypeError)
  })
})

it('parseUser never throws, whatever local storage holds', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      const user = parseUser(value)
      expect(user === null || Object.values(user).some((text) => text !== '')).toBe(true)
    }),
  )
})

it('parseUser reads numbers as text and leaves what is missing empty', () => {
  expect(parseUser({ customer_id: 7 })).toEqual({ customer_id: '7', firstName: '', lastName: '', email: '' })
  expect(parseUser({ firstName: ' Ana ' })).toEqual({ customer_id: '', firstName: 'Ana', lastName: '', email: '' })
})
