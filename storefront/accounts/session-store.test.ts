import { createClient } from '@shop/contract/http/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addProduct, currentCart } from '../cart/cart-store.ts'
import { clearCart } from '../testing/clear-cart.ts'
import {
  currentVisitor,
  customerLabel,
  greeting,
  knownCustomer,
  saveSession,
  signOut,
  startSession,
} from './session-store.ts'

const USER = { customer_id: '7', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@shop.example' }
/** Local storage of this browser. */
const stored = new Map<string, string>()

beforeEach(() => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
  vi.stubGlobal('window', {
    addEventListener: () => {},
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => void stored.set(key, text),
      removeItem: (key: string) => void stored.delete(key),
    },
  })
  clearCart()
})

afterEach(() => {
  clearCart()
  stored.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('signing out removes user and token, revokes the token, and leaves the cart (R29)', async () => {
  const send = vi.fn(async () => Response.json({ success: true }))
  addProduct({ product_id: '1', product_name: 'Bag', price_cents: 7900, stock_quantity: 3 })
  saveSession(USER, 't0ken')
  expect([...stored.keys()].sort()).toEqual(['cart', 'token', 'user'])
  expect([stored.get('token'), JSON.parse(stored.get('user') ?? '')]).toEqual(['t0ken', USER])
  signOut({ baseUrl: '', call: createClient('', send) })
  expect(currentVisitor()).toMatchObject({ user: null, token: null })
  expect([...stored.keys()]).toEqual(['cart'])
  expect(currentCart()).toMatchObject([{ product_id: '1', quantity: 1 }])
  const request = { method: 'POST', headers: expect.objectContaining({ authorization: 'Bearer t0ken' }) }
  expect(send).toHaveBeenCalledExactlyOnceWith('/api/auth/signOut', expect.objectContaining(request))
})

test('the user is stored as the backend sent it, numbers as numbers (R3)', () => {
  const sent = { customer_id: 7, firstName: ' Ada', points: 12 }
  saveSession(sent, 't0ken')
  expect(JSON.parse(stored.get('user') ?? '')).toEqual(sent)
  expect(currentVisitor().user).toEqual({ customer_id: '7', firstName: 'Ada', lastName: '', email: '' })
})

test.each([
  ['with a token', { customer_id: 7, firstName: 'Ada' }, 't0ken', { customer_id: '7', firstName: 'Ada' }, 't0ken'],
  ['without a token', { customer_id: 7, firstName: 'Ada' }, null, { customer_id: '7', firstName: 'Ada' }, null],
  ['with a token that no header can hold', { customer_id: 7 }, 'tö ken', { customer_id: '7' }, null],
  ['without an id', { firstName: 'Ada' }, 't0ken', { customer_id: '', firstName: 'Ada' }, 't0ken'],
])('a stored user %s is restored at start (section 4)', (_, user, token, restored, restoredToken) => {
  stored.set('user', JSON.stringify(user))
  if (token !== null) stored.set('token', token)
  startSession()
  expect(currentVisitor()).toMatchObject({ user: restored, token: restoredToken, restored: true })
})

test.each(['', '{', 'null', '[]', '{}', '"Ada"', '{"role":"admin"}'])('the stored user %j is no one', (text) => {
  stored.set('user', text)
  stored.set('token', 't0ken')
  startSession()
  expect(currentVisitor()).toEqual({ user: null, token: null, restored: true })
})

test('a token that cannot be revoked is only logged', async () => {
  saveSession(USER, 't0ken')
  signOut({ baseUrl: '', call: createClient('', () => Promise.reject(new TypeError('offline'))) })
  expect(currentVisitor().user).toBeNull()
  await expect
    .poll(() => console.info)
    .toHaveBeenCalledExactlyOnceWith('The token could not be revoked', expect.any(Error))
})

const ADA = { customer_id: '7', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@shop.example' }
const NAMELESS = { ...ADA, firstName: ' ', lastName: '' }

test('a customer gets forms prefilled from the account, and can fill in what it lacks', () => {
  expect(knownCustomer(ADA)).toEqual({ firstName: 'Ada', lastName: 'Lovelace', email: 'ada@shop.example' })
  expect(knownCustomer(NAMELESS)).toEqual({ email: 'ada@shop.example' })
  expect(knownCustomer(null)).toEqual({})
})

test('a customer is greeted by first name, and without a comma where there is none', () => {
  expect(greeting(ADA)).toBe('Welcome, Ada')
  expect(greeting(NAMELESS)).toBe('Welcome')
})

test('a customer is shown by name and email, without empty brackets', () => {
  expect(customerLabel(ADA)).toBe('Ada Lovelace (ada@shop.example)')
  expect(customerLabel(NAMELESS)).toBe('ada@shop.example')
  expect(customerLabel({ ...ADA, email: '' })).toBe('Ada Lovelace')
})
