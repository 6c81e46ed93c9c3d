import { createClient } from '@shop/contract/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addProduct, clearCart, currentCart } from '../cart/cart-store.ts'
import { currentVisitor, customerLabel, greeting, knownCustomer, saveSession, signOut } from './session-store.ts'

const USER = { customer_id: '7', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@shop.example' }
/** What this browser has in its local storage. */
const stored = new Map<string, string>()

beforeEach(() => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
  vi.stubGlobal('window', {
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
  saveSession({ user: USER, token: 't0ken' })
  expect([...stored.keys()].sort()).toEqual(['cart', 'token', 'user'])
  expect([stored.get('token'), JSON.parse(stored.get('user') ?? '')]).toEqual(['t0ken', USER])
  signOut({ baseUrl: '', call: createClient('', send) })
  expect(currentVisitor()).toMatchObject({ user: null, token: null })
  expect([...stored.keys()]).toEqual(['cart'])
  expect(currentCart()).toMatchObject([{ product_id: '1', quantity: 1 }])
  const request = { method: 'POST', headers: expect.objectContaining({ authorization: 'Bearer t0ken' }) }
  expect(send).toHaveBeenCalledExactlyOnceWith('/api/auth/signOut', expect.objectContaining(request))
})

test('a token that cannot be revoked is only logged', async () => {
  saveSession({ user: USER, token: 't0ken' })
  signOut({ baseUrl: '', call: createClient('', () => Promise.reject(new TypeError('offline'))) })
  expect(currentVisitor().user).toBeNull()
  await vi.waitFor(() =>
    expect(console.info).toHaveBeenCalledExactlyOnceWith('The token could not be revoked', expect.any(Error)),
  )
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

test('a customer is shown by name and e-mail, without empty brackets', () => {
  expect(customerLabel(ADA)).toBe('Ada Lovelace (ada@shop.example)')
  expect(customerLabel(NAMELESS)).toBe('ada@shop.example')
  expect(customerLabel({ ...ADA, email: '' })).toBe('Ada Lovelace')
})
