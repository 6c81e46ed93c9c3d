import { useEffect } from 'react'
import type { DialogPrefill } from './dialog-address.ts'

const NOTHING: DialogPrefill = {}
/** The cart as it is when someone writes. */
const CART: DialogPrefill = { cart: true }

let current = NOTHING

/** Names what the page is about, as a message to the shop would: a product, an order. Forgotten when the page goes. */
export function usePageSubject(reference: string): void {
  useEffect(() => tellSubject({ reference }), [reference])
}

/** Says that the page is about the visitor's cart. */
export function useCartAsSubject(): void {
  useEffect(() => tellSubject(CART), [])
}

function tellSubject(subject: DialogPrefill): () => void {
  current = subject
  return () => {
    current = NOTHING
  }
}

/** What a message to the shop starts with from here; nothing when the page is about nothing in particular. */
export function currentPageSubject(): DialogPrefill {
  return current
}
