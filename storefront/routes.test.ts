import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PAGE_NAMES } from '@shop/contract/visits/pages'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyPath } from '../tests/harness/any-path.ts'
import { parseReturnPath } from './accounts/return-path.ts'
import { stateOfLink } from './early-link.ts'
import type { To } from './router/route-path.ts'
import { matchRoute, navigation, pagePath, sitemapPaths } from './routes.tsx'

test.each([
  ['/shop/', '/shop'],
  ['/Shop', '/shop'],
  ['/ORDERANDRETURN//', '/orderAndReturn'],
  ['/product//101/', '/product/101'],
  ['/product/a b', '/product/a%20b'],
  ['/', '/'],
  ['/no-such-page/', '/no-such-page'],
  ['/No-such-page', '/No-such-page'],
  ['//elsewhere.example/', '//elsewhere.example'],
])('the one address of %s is %s (R49)', (typed, address) => {
  expect(pagePath(typed)).toBe(address)
})

test('the source file that each page names for its scripts exists', () => {
  const paths = [...Object.keys(PAGE_NAMES), '/product/101', '/no-such-page']
  const sources = paths.map((path) => matchRoute(path, '').route.server?.source ?? '')
  expect(sources.filter((source) => source === '' || !existsSync(join(import.meta.dirname, source)))).toEqual([])
})

test('the canonical URL of a canonical URL is itself', () => {
  fc.assert(
    fc.property(anyPath, (path) => {
      const address = pagePath(path === '' ? '/' : path)
      expect(pagePath(address)).toBe(address)
    }),
  )
})

test.each([
  ['header', ['Shop', 'About us', 'Orders & Returns']],
  ['menu', ['Home', 'Shop', 'Orders & Returns', 'Cart', 'Sign In', 'About Us']],
  ['footer', ['About Us']],
] as const)('the %s has the links of the table of routes in its order', (place, labels: readonly string[]) => {
  const shown = navigation[place].map(({ label }) => label)
  expect(shown.filter((label) => labels.includes(label))).toEqual(labels)
})

test('the sitemap has the public pages and every product', () => {
  const paths = sitemapPaths(['101', 'a b&c'])
  expect(paths).toEqual(
    expect.arrayContaining(['/', '/shop', '/about', '/repairs', '/product/101', '/product/a%20b%26c']),
  )
  expect(paths).not.toContain('/cart')
})

test('a link to an unknown page is a type error', () => {
  const links: To[] = ['/shop', '/shop?q=blue', '/product/101', '?dialog=contact', '/#quiz']
  // @ts-expect-error: no route matches it
  const lost: To = '/no-such-page'
  expect(links).not.toContain(lost)
})

const page = (pathname: string, state: unknown = null) => ({ pathname, search: '?q=blue', hash: '', state })

describe('a link that was followed before the application was there', () => {
  test('to the sign-in knows the page that it was on', () => {
    expect(parseReturnPath(stateOfLink({ from: page('/shop') }, '/login'))).toBe('/shop?q=blue')
  })

  test.each(['https://elsewhere.example/', '//elsewhere.example', '/login'])(
    'to the sign-in never returns to %s',
    (pathname) => {
      expect(parseReturnPath(stateOfLink({ from: { pathname } }, '/login'))).toBe('/')
    },
  )

  test('to a forgotten password brings what was typed, and where the sign-in leads back to', () => {
    const from = page('/login', { from: page('/cart') })
    const state = stateOfLink({ from, email: 'ada@shop.example' }, '/forgot-password')
    expect(state).toMatchObject({ email: 'ada@shop.example' })
    expect(parseReturnPath({ from: { pathname: '/forgot-password', state } })).toBe('/cart?q=blue')
  })

  test('forwards the guest flag, and nothing else, to another page', () => {
    expect(stateOfLink({ from: page('/cart', { guest: true, dialog: {} }) }, '/shop')).toEqual({ guest: true })
    expect(stateOfLink({ from: page('/cart', { dialog: {} }) }, '/shop')).toBeNull()
  })

  test('to a dialog on the same page keeps the state of that page and adds what the dialog is filled with', () => {
    const own = JSON.stringify({ dialog: { prefill: { cart: true } } })
    const from = page('/login', { from: '/cart' })
    expect(stateOfLink({ from, own }, '/login')).toEqual({ from: '/cart', dialog: { prefill: { cart: true } } })
    expect(stateOfLink({ from: page('/cart', { guest: true }), own }, '/cart')).toEqual({
      guest: true,
      dialog: { prefill: { cart: true } },
    })
  })

  test.each([{}, { from: 7 }, { from: null, own: '{' }, { own: 'null' }])('has no state after the note %j', (noted) => {
    expect(stateOfLink(noted, '/shop')).toBeNull()
  })
})
