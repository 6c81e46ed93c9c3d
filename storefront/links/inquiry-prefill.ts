import { useEffect } from 'react'
import type { DialogPrefill } from './dialog-address.ts'

const NOTHING: DialogPrefill = {}
const CART: DialogPrefill = { cart: true }

let current = NOTHING

/** Prefills the reference of an inquiry started from this page: a product, an order. Reset when the page unmounts. */
export function useInquiryPrefill(reference: string): void {
  useEffect(() => setPrefill({ reference }), [reference])
}

/** Prefills an inquiry started from this page with the cart at that time. */
export function useCartInquiryPrefill(): void {
  useEffect(() => setPrefill(CART), [])
}

function setPrefill(prefill: DialogPrefill): () => void {
  current = prefill
  return () => {
    current = NOTHING
  }
}

/** The current page's prefill of an inquiry; empty without one. */
export function currentInquiryPrefill(): DialogPrefill {
  return current
}
