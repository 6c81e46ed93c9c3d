import { createElement, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type DialogName, type DialogPrefill, useDialogAddress } from '../links/dialog-link.tsx'
import { currentInquiryPrefill } from '../links/inquiry-link.tsx'
import { showPopup } from '../popups/popup-store.ts'
import { ErrorBoundary } from '../router/error-boundary.tsx'
import { type LazyComponent, lazyComponent } from '../router/lazy-component.ts'
import { useShop } from '../site/shop-settings.tsx'

type DialogProps = { open: boolean; prefill: DialogPrefill; onClose: () => void }

/** Each dialog's code is loaded on intent on its link, or on first use. */
export const DIALOGS: Record<DialogName, LazyComponent<DialogProps>> = {
  contact: lazyComponent('the contact form', async () => (await import('../contact/contact-dialog.tsx')).ContactDialog),
  returns: lazyComponent<DialogProps>(
    'the return policy',
    async () => (await import('../orders/returns/return-policy-dialog.tsx')).ReturnPolicyDialog,
  ),
}

type Shown = { name: DialogName; prefill: DialogPrefill; opening: string; open: boolean }

/** Milliseconds that a closed dialog stays in the document: slightly longer than its transition. */
const LEAVING_MS = 400

/** The dialog in the URL, over any page. It is unmounted when closed. */
export function Dialogs() {
  const shop = useShop()
  const { name, prefill, key, close } = useDialogAddress()
  const [shown, setShown] = useState<Shown | null>(null)
  const openings = useRef(0)

  const show = useEffectEvent((wanted: DialogName, historyKey: string) => {
    openings.current += 1
    setShown({
      name: wanted,
      prefill: { ...currentInquiryPrefill(), ...prefill },
      opening: `${historyKey} ${openings.current}`,
      open: true,
    })
  })

  function closeWithMessage(text: string): void {
    close()
    showPopup({ kind: 'error', text: `${text} ${shop.email}.`, timer: null, button: 'Close' })
  }

  const handleNotLoaded = useEffectEvent(() => closeWithMessage(CANNOT_OPEN))

  // One history entry is one opening.
  useEffect(() => {
    if (name === null) return
    let left = false
    DIALOGS[name].preload().then(
      () => left || show(name, key),
      () => left || handleNotLoaded(),
    )
    return () => {
      left = true
      setShown((last) => last && { ...last, open: false })
    }
  }, [name, key])

  useEffect(() => {
    if (shown === null || shown.open) return
    // A dialog that opens at the same moment is not in this render yet, and stays.
    const timer = setTimeout(() => setShown((last) => (last === shown ? null : last)), LEAVING_MS)
    return () => clearTimeout(timer)
  }, [shown])

  /** A dialog that fails to render leaves the page as it is. */
  function handleBroken(): void {
    setShown(null)
    closeWithMessage(BROKEN_MESSAGE)
  }

  if (shown === null) return null
  const { name: shownName, prefill: given, opening, open } = shown
  return (
    <ErrorBoundary resetKey={opening} fallback={null} onError={handleBroken}>
      {createElement(DIALOGS[shownName], { key: opening, open, prefill: given, onClose: close })}
    </ErrorBoundary>
  )
}

const BROKEN_MESSAGE = 'Something went wrong. It’s our fault, not your connection. Please write to'
const CANNOT_OPEN = 'This didn’t open. Check your connection and try again, or write to'
