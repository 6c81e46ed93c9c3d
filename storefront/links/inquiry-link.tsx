import { type ReactNode, useEffect } from 'react'
import { CLEAR_LINK, TALL_INLINE_LINK } from '../ui/button.tsx'
import { DialogLink, type DialogPrefill, useOpenDialog, WHOLESALE_REASON } from './dialog-link.tsx'

const SEND_CART = 'Send us this cart as an inquiry'

type InquiryLinkProps = {
  children: ReactNode
  about: { product: string } | 'cart'
}

/** Opens the contact dialog with the reason 'Wholesale or Retail Inquiry', since orders are paused. */
export function InquiryLink({ children, about }: InquiryLinkProps) {
  const subject: DialogPrefill = about === 'cart' ? { cart: true } : { reference: about.product }
  return (
    <DialogLink
      dialog="contact"
      className={`${TALL_INLINE_LINK} ${CLEAR_LINK}`}
      prefill={{ reason: WHOLESALE_REASON, ...subject }}
    >
      {children}
    </DialogLink>
  )
}

/** The action of a popup for a cart that cannot be bought. */
export function useCartInquiry(): { label: string; run: () => void } {
  const openDialog = useOpenDialog()
  return {
    label: SEND_CART,
    run: () => openDialog('contact', { reason: WHOLESALE_REASON, cart: true }),
  }
}

export function PausedNote({ className }: { className: string }) {
  return (
    <p className={`text-sm text-ink-soft ${className}`}>
      Online orders are paused right now. <SendCartLink />
    </p>
  )
}

export function SendCartLink() {
  return <InquiryLink about="cart">{SEND_CART}</InquiryLink>
}

const NO_PREFILL: DialogPrefill = {}

let current = NO_PREFILL

/** Prefills an inquiry started from this page with a product, an order or the cart. Reset when the page unmounts. */
export function useInquiryPrefill({
  reference,
  cart,
}: { reference: string; cart?: never } | { reference?: never; cart: true }): void {
  useEffect(() => {
    current = reference === undefined ? { cart } : { reference }
    return () => {
      current = NO_PREFILL
    }
  }, [reference, cart])
}

export function currentInquiryPrefill(): DialogPrefill {
  return current
}
