import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseReturnKey, parseReturnPath } from './return-path.ts'

const PARTS = [
  '/',
  '//',
  '\\\\',
  ':',
  '@',
  '.',
  '..',
  '?',
  '#',
  '%',
  '\\t',
  ' ',
  'https:',
  'elsewhere.example',
  'login',
  'é',
]
/** Addresses that resemble paths. */
const nasty = fc.array(fc.constantFrom(...PARTS), { maxLength: 8 }).map((parts) => parts.join(''))

test('the page a visitor came from is returned to with its search and hash', () => {
  const from = { pathname: '/shop', search: '?min=20', hash: '#list', state: null, key: 'x' }
  expect(parseReturnPath({ from })).toBe('/shop?min=20#list')
})

test('the page a visitor came from is still known after clicking Sign In on the login screen', () => {
  const from = { pathname: '/login', search: '', hash: '', state: { from: { pathname: '/checkout' } } }
  expect(parseReturnPath({ from })).toBe('/checkout')
  expect(parseReturnPath({ from: { ...from, state: { from } } })).toBe('/checkout')
})

test('the page a visitor came from is known by the key of its history entry too, whatever was pressed on the login screen', () => {
  const from = { pathname: '/shop', search: '', hash: '', state: null, key: 'x' }
  expect(parseReturnKey({ from })).toBe('x')
  expect(parseReturnKey({ from: { ...from, pathname: '/login', key: 'y', state: { from } } })).toBe('x')
  for (const state of [null, {}, { from: '/shop' }, { from: {} }]) expect(parseReturnKey(state)).toBeNull()
})

test.each([null, undefined, 7, 'x', {}, { from: null }, { from: {} }, { from: { pathname: 7 } }])(
  'the page a visitor came from is home without a valid location (%j)',
  (state) => {
    expect(parseReturnPath(state)).toBe('/')
  },
)

test.each([
  'https://elsewhere.example/',
  '//elsewhere.example/checkout',
  '/\\elsewhere.example',
  '/\t/elsewhere.example',
  '\\\\elsewhere.example',
  'javascript:alert(1)',
  'data:text/html,x',
  '/..//elsewhere.example',
  'checkout',
  '',
  '/login',
  '/Login/',
  '/login?again=1',
  '/shop/../login',
])('the page a visitor came from is home instead of %j', (path) => {
  expect(parseReturnPath({ from: path })).toBe('/')
  expect(parseReturnPath({ from: { pathname: path } })).toBe('/')
})

test('the page a visitor came from is always a path of this shop', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), nasty), (from) => {
      const path = parseReturnPath({ from })
      expect(new URL(path, 'https://packwright.example/login').origin).toBe('https://packwright.example')
      expect(new URL(path, 'https://packwright.example/login').pathname.toLowerCase()).not.toMatch(/^\/login\/*$/)
    }),
  )
})
