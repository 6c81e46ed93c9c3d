import { useRef, useState } from 'react'
import { currentCart } from '../cart/cart-store.ts'
import { useCartInquiry } from '../links/inquiry-link.tsx'
import { closePopup, NOTIFICATION_TIMER_MS, showPopup } from '../popups/popup-store.ts'
import { useUnmount } from '../ui/effects.ts'
import { countDemand } from '../visits/count-demand.ts'

const PAY_NOW_TEXT =
  'We are not processing online orders yet. For Wholesale or Retail Inquiries, please reach out to us via our Contact Us page or email. Thank you for visiting us.'

export const NO_DELIVERY_TEXT = 'Please select a delivery option to continue'

/** The popup of one click on Pay Now; `cancelled` when closing it has no further effect. */
type OpenPopup = { popup: number; cancelled: boolean }

/**
 * Pay Now only shows the popup and the processing overlay: no call, no tokenization; the press is counted when the page is
 * left. The overlay ends with the popup, and only then the form is validated (R17).
 */
export function usePayNow(form: { isDeliveryMissing: boolean; onSettled: () => void }) {
  const [processing, setProcessing] = useState(false)
  const inquiry = useCartInquiry()
  const open = useRef<OpenPopup | null>(null)
  useUnmount(() => {
    // It closes with the checkout, without further effect.
    if (open.current === null) return
    open.current.cancelled = true
    closePopup(open.current.popup)
  })

  function payNow(): void {
    if (processing) return
    setProcessing(true)
    for (const { product_id } of currentCart()) countDemand('pay', product_id)
    const mine: OpenPopup = { popup: 0, cancelled: false }
    open.current = mine
    mine.popup = showPopup({
      kind: 'error',
      text: PAY_NOW_TEXT,
      timer: null,
      button: 'Okay',
      action: {
        ...inquiry,
        // A shopper who writes to the maker instead gets no errors of the form.
        run: () => {
          mine.cancelled = true
          inquiry.run()
        },
      },
      onClosed: () => {
        setProcessing(false)
        if (!mine.cancelled) form.onSettled()
      },
    })
    if (form.isDeliveryMissing) {
      showPopup({ kind: 'error', text: NO_DELIVERY_TEXT, timer: NOTIFICATION_TIMER_MS, button: 'Close' })
    }
  }

  return { processing, payNow }
}
