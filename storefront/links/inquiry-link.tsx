import type { ReactNode } from 'react'
import { CLEAR_LINK, TALL_INLINE_LINK } from '../ui/link-class.ts'
import { type DialogPrefill, useOpenDialog, WHOLESALE } from './dialog-address.ts'
import { DialogLink } from './dialog-link.tsx'

const SEND_CART = 'Send us this cart as an inquiry'

type InquiryLinkProps = {
  children: ReactNode
  /** Subject of the inquiry: a product's name, or the cart at the time of the click. */
  about: { product: string } | 'cart'
}

/** Opens the contact dialog with the reason 'Wholesale or Retail Inquiry', since orders are paused. */
export function InquiryLink({ children, about }: InquiryLinkProps) {
  const subject: DialogPrefill = about === 'cart' ? { cart: true } : { reference: about.product }
  return (
    <DialogLink
      dialog="contact"
      className={`${TALL_INLINE_LINK} ${CLEAR_LINK}`}
      prefill={{ reason: WHOLESALE, ...subject }}
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
    run: () => openDialog('contact', { reason: WHOLESALE, cart: true }),
  }
}

/** A link to send the cart as an inquiry. */
export function PausedNote({ className }: { className: string }) {
  return (
    <p className={`text-sm text-ink-soft ${className}`}>
      Online orders are paused at present. <SendCartLink />
    </p>
  )
}

/** A button to send a cart that cannot be bought as an inquiry. */
export function SendCartLink() {
  return <InquiryLink about="cart">{SEND_CART}</InquiryLink>
}
