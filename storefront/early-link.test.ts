import { describe, expect, test } from 'vitest'
import { readReturnPath } from './accounts/return-path.ts'
import { stateOfLink } from './early-link.ts'

const page = (pathname: string, state: unknown = null) => ({ pathname, search: '?q=blue', hash: '', state })

describe('a link that was followed before the application was there', () => {
  test('to the sign-in knows the page that it was on', () => {
    expect(readReturnPath(stateOfLink({ from: page('/shop') }, '/login'))).toBe('/shop?q=blue')
  })

  test.each(['https://elsewhere.example/', '//elsewhere.example', '/login'])(
    'to the sign-in never returns to %s',
    (pathname) => {
      expect(readReturnPath(stateOfLink({ from: { pathname } }, '/login'))).toBe('/')
    },
  )

  test('to a forgotten password brings what was typed, and where the sign-in leads back to', () => {
    const from = page('/login', { from: page('/cart') })
    const state = stateOfLink({ from, email: 'ada@shop.example' }, '/forgot-password')
    expect(state).toMatchObject({ email: 'ada@shop.example' })
    expect(readReturnPath({ from: { pathname: '/forgot-password', state } })).toBe('/cart?q=blue')
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
