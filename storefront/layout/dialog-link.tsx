import type { MouseEvent, ReactNode } from 'react'
import { Link } from '../router/router.tsx'
import { type DialogName, type DialogPrefill, useOpenDialog } from './dialog-address.ts'
import { preloadDialog } from './dialogs.tsx'

type DialogLinkProps = {
  dialog: DialogName
  className: string
  children: ReactNode
  /** What the dialog starts with. */
  prefill?: DialogPrefill
}

const NO_PREFILL: DialogPrefill = {}

/**
 * Opens a dialog over the page one is on: `?dialog=contact`, so that it can be shared and closed with Back. The
 * address in the markup is the same for every visitor; the visitor's own search parameters are kept on click.
 */
export function DialogLink({ dialog, className, children, prefill = NO_PREFILL }: DialogLinkProps) {
  const openDialog = useOpenDialog()

  function handleClick(event: MouseEvent<HTMLAnchorElement>): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    // Safari gives no focus to a clicked link, and a dialog gives focus back to what had it.
    event.currentTarget.focus({ preventScroll: true })
    openDialog(dialog, prefill)
  }

  function handleIntent(): void {
    preloadDialog(dialog)
  }

  return (
    <Link
      to={{ search: `?dialog=${dialog}` }}
      className={className}
      onClick={handleClick}
      onPointerEnter={handleIntent}
      onTouchStart={handleIntent}
      onFocus={handleIntent}
    >
      {children}
    </Link>
  )
}
