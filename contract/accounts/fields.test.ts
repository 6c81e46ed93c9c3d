import { expect, it } from 'vitest'
import { isEmail } from './fields.ts'

it.each(['a@b.co', ' ana@shopper.example ', 'ana.ruiz+bags@mail.shopper.example', "o'neil@b.museum"])(
  'isEmail: text, @, text, a dot and at least 2 letters (section 5) accepts %o',
  (text) => {
    expect(isEmail(text)).toBe(true)
  },
)

it.each(['', 'ana', 'ana@', '@b.co', 'ana@shopper', 'ana@shopper.c', 'ana@shopper.c0', 'a b@c.de', 'a@b@c.de', 'a@.'])(
  'isEmail: text, @, text, a dot and at least 2 letters (section 5) refuses %o',
  (text) => {
    expect(isEmail(text)).toBe(false)
  },
)
