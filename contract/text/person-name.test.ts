import { expect, test } from 'vitest'
import { hasWebAddress } from './person-name.ts'

test.each([
  'https://evil.example',
  'shop.example.com/x',
  'evil.example',
  'Win at evil.com now',
  'EVIL.COM',
  'Evil.Shop',
  'www.evil',
  'evil.co.uk',
  'пример.рф',
  'x.io',
])('%s carries a web address', (name) => {
  expect(hasWebAddress(name)).toBe(true)
})

test.each([
  'J.R. Smith',
  'J.R.Smith',
  'j.r. smith',
  'J.R.SMITH',
  'St.John',
  '<b>Ada</b>',
  "O’Neil-D'Ávila 李, Jr.",
  'Dr. med. Müller',
  'Mary.Ann',
  'L.Infonte',
])('%s is a name', (name) => {
  expect(hasWebAddress(name)).toBe(false)
})
