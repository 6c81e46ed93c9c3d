import type { MouseEvent, ReactNode } from 'react'
import { usePrefetchHandlers } from '../router/prefetch.tsx'
import { Link } from '../router/router.tsx'
import { type DialogName, type DialogPrefill, useOpenDialog } from './dialog-address.ts'

type DialogLinkProps = {
  dialog: DialogName
  className: string
  children: ReactNode
  /** Initial values of the dialog. */
  prefill?: DialogPrefill
}

const NO_PREFILL: DialogPrefill = {}

/**
 * Opens a dialog over the current page: `?dialog=contact`, so that it can be shared and closed with Back. The `href` is
 * the same for every visitor; on click the visitor's search parameters are kept. `data-state` is the prefill for a click
 * before the application is there (`early-link.ts`).
 */
export function DialogLink({ dialog, className, children, prefill = NO_PREFILL }: DialogLinkProps) {
  const openDialog = useOpenDialog()
  const to = `?dialog=${dialog}` as const
  const early = prefill === NO_PREFILL ? undefined : JSON.stringify({ dialog: { prefill } })

  function handleClick(event: MouseEvent<HTMLAnchorElement>): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    // Safari does not focus a clicked link, and a dialog returns focus to the active element.
    event.currentTarget.focus({ preventScroll: true })
    openDialog(dialog, prefill)
  }

  return (
    <Link to={to} className={className} data-state={early} onClick={handleClick} {...usePrefetchHandlers(to)}>
      {children}
    </Link>
  )
}
