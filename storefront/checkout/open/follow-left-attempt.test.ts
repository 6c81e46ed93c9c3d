import { createClient } from '@shop/contract/http/client'
import { afterEach, expect, test } from 'vitest'
import { addProduct, currentCart } from '../../cart/cart-store.ts'
import { clearCart } from '../../testing/clear-cart.ts'
import { beginAttempt, currentAttempt, endAttempt, saveAttempt } from './attempt.ts'
import { followLeftAttempt } from './follow-left-attempt.ts'

const GUEST = 'guest'
const PLACED = { status: 'placed', order: { orderId: '200123', items: [{ product_id: '101', quantity: 1 }] } }
const ENDED = { error: 'payment_declined', message: 'The bank declined the card.' }

let looks = 0
afterEach(() => {
  looks = 0
  endAttempt()
  clearCart()
})

/** Follows what was left, as a page does, while the shop answers so. */
async function follow(answer: () => Response, pathname = '/shop', restored = true): Promise<void> {
  addProduct({ product_id: '101', product_name: 'Bag', price_cents: 7900, stock_quantity: 9 })
  const call = createClient('', async () => {
    looks += 1
    return answer()
  })
  const visitor = { user: null, restored }
  await followLeftAttempt({ api: { call }, visitor, pathname, isLeft: () => false, wait: async () => {} })
}

const outcome = () => ({ looks, isOpen: currentAttempt(GUEST)?.isOpen ?? null, lines: currentCart().length })

test('an order that is placed after the checkout was left leaves the cart', async () => {
  beginAttempt(GUEST)
  await follow(() => Response.json(PLACED))
  expect(outcome()).toEqual({ looks: 1, isOpen: null, lines: 0 })
})

test('an order that is placed after minutes leaves the cart, too', async () => {
  beginAttempt(GUEST)
  await follow(() => Response.json(looks < 100 ? { status: 'checking', number: '200123' } : PLACED))
  expect(outcome()).toEqual({ looks: 100, isOpen: null, lines: 0 })
})

test.each([
  ['the checkout follows it itself', '/checkout', true],
  ['whose it is, is not known before the session was read', '/shop', false],
])('nothing is asked where %s', async (_name, pathname, restored) => {
  beginAttempt(GUEST)
  await follow(() => Response.json(PLACED), pathname, restored)
  expect(outcome()).toEqual({ looks: 0, isOpen: true, lines: 1 })
})

test('a declined payment stays for the checkout to tell, and the cart stays full', async () => {
  beginAttempt(GUEST)
  await follow(() => Response.json(ENDED, { status: 402 }))
  expect(outcome()).toEqual({ looks: 1, isOpen: true, lines: 1 })
})

test('an attempt without an order in the shop is not asked for', async () => {
  saveAttempt({ ...beginAttempt(GUEST), isOpen: false })
  await follow(() => Response.json(PLACED))
  expect(outcome()).toEqual({ looks: 0, isOpen: false, lines: 1 })
})

test('the next attempt, begun before the answer is there, goes on', async () => {
  beginAttempt(GUEST)
  await follow(() => {
    endAttempt()
    beginAttempt(GUEST)
    return Response.json(PLACED)
  })
  expect(outcome()).toEqual({ looks: 1, isOpen: true, lines: 1 })
})
