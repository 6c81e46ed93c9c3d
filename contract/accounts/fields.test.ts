import { expect, it } from 'vitest'
import { isEmail, isMailAddress } from './fields.ts'

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

it.each(['a@b.co', "o'brien+bags@mail.shop.example", 'josé@example.org'])('%s is an email address', (text) => {
  expect(isMailAddress(text)).toBe(true)
})

it.each([
  '',
  'a',
  'a@b',
  'a b@c.co',
  'a@b.co, c@d.co',
  '<a@b.co>',
  'a@b.co\r\nBcc: c@d.co',
  '"a"@b.co',
  `${'x'.repeat(250)}@b.co`,
])('%j is not', (text) => {
  expect(isMailAddress(text)).toBe(false)
})
