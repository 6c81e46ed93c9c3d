import { describe, expect, it } from 'vitest'
import { isEmail } from './customer.ts'

describe('isEmail: text, @, text, a dot and at least 2 letters (section 5)', () => {
  it.each(['a@b.co', ' ana@shopper.example ', 'ana.ruiz+bags@mail.shopper.example', "o'neil@b.museum"])(
    'accepts %o',
    (text) => {
      expect(isEmail(text)).toBe(true)
    },
  )

  it.each([
    '',
    'ana',
    'ana@',
    '@b.co',
    'ana@shopper',
    'ana@shopper.c',
    'ana@shopper.c0',
    'a b@c.de',
    'a@b@c.de',
    'a@.',
  ])('refuses %o', (text) => {
    expect(isEmail(text)).toBe(false)
  })
})
