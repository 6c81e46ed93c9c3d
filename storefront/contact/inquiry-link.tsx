import type { ReactNode } from 'react'
import { type DialogPrefill, useOpenDialog, WHOLESALE } from '../layout/dialog-address.ts'
import { DialogLink } from '../layout/dialog-link.tsx'
import { CLEAR_LINK, TALL_INLINE_LINK } from '../ui/link-class.ts'

const SEND_CART = 'Send us this cart as an inquiry'

type InquiryLinkProps = {
  children: ReactNode
  /** What the inquiry is about: a product's name, or the cart as it is when the link is followed. */
  about?: { product: string } | 'cart'
  className?: string
}

/** From a paused order to an inquiry: the contact dialog with 'Wholesale or Retail Inquiry' chosen. */
export function InquiryLink({ children, about, className = `${TALL_INLINE_LINK} ${CLEAR_LINK}` }: InquiryLinkProps) {
  return (
    <DialogLink dialog="contact" className={className} prefill={{ reason: WHOLESALE, ...prefillFor(about) }}>
      {children}
    </DialogLink>
  )
}

/** What a popup offers to someone whose cart cannot be bought. */
export function useCartInquiry(): { label: string; run: () => void } {
  const openDialog = useOpenDialog()
  return {
    label: SEND_CART,
    run: () => openDialog('contact', { reason: WHOLESALE, cart: true }),
  }
}

function prefillFor(about: InquiryLinkProps['about']): DialogPrefill {
  if (about === undefined) return {}
  return about === 'cart' ? { cart: true } : { reference: about.product }
}

/** Where a cart can be sent as an inquiry, said in a quiet line. */
export function PausedNote({ className = '' }: { className?: string }) {
  return (
    <p className={`text-sm text-ink-soft ${className}`}>
      Online orders are paused at present. <SendCartLink />
    </p>
  )
}

/** The way on for a cart that cannot be bought. */
export function SendCartLink() {
  return <InquiryLink about="cart">{SEND_CART}</InquiryLink>
}
