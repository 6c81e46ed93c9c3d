import type { InquiryInput } from '@shop/contract/contact/calls'
import { asRecord } from '@shop/contract/http/coercion'
import { type MouseEvent, type ReactNode, useCallback } from 'react'
import { Link, usePrefetchHandlers } from '../router/link.tsx'
import { type Location, locationNow, useLocation, useNavigate } from '../router/router.tsx'

type DialogLinkProps = {
  dialog: DialogName
  className: string
  children: ReactNode
  prefill?: DialogPrefill
}

const NO_PREFILL: DialogPrefill = {}

/**
 * Opens a dialog over the current page: `?dialog=contact`, so it can be shared and closed with Back. The `href` is
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

const DIALOG_NAMES = ['contact', 'returns'] as const
/** Dialogs with an address: `?dialog=contact` on any page. */
export type DialogName = (typeof DIALOG_NAMES)[number]

export const WHOLESALE_REASON: InquiryInput['reason'] = 'Wholesale or Retail Inquiry'

/** Prefill of a dialog. It is in the navigation state, not in the URL, which is shared and logged. */
export type DialogPrefill = {
  reason?: string
  reference?: string
  cart?: boolean
}

/** `opened`: the previous history entry is the same page without the dialog. */
type DialogState = { opened: boolean; prefill: DialogPrefill }

/** Opens a dialog on the current page, keeping its search parameters and state. */
export function useOpenDialog(): (dialog: DialogName, prefill: DialogPrefill) => void {
  const navigate = useNavigate()
  return (dialog, prefill) => {
    const location = locationNow()
    const search = new URLSearchParams(location.search)
    // Switching dialogs replaces the entry, so Back closes both.
    const replace = dialogIn(location.search) !== null
    const own: DialogState = { opened: !replace || stateOf(location).opened, prefill }
    search.set('dialog', dialog)
    const state = { ...asRecord(location.state), dialog: own }
    navigate({ search: `?${search}`, hash: location.hash }, { replace, state, preventScrollReset: true })
  }
}

/**
 * The dialog in the URL, its prefill, and a function that closes it: with Back if it was opened in the shop, else by
 * removing the parameter. Nothing of it is rendered by the server, so use `name` in effects only.
 */
export function useDialogAddress(): {
  name: DialogName | null
  prefill: DialogPrefill
  key: string
  close: () => void
} {
  const location = useLocation()
  const navigate = useNavigate()
  const state = stateOf(location)
  const close = useCallback(() => {
    if (stateOf(location).opened) {
      navigate(-1)
      return
    }
    const search = new URLSearchParams(location.search)
    search.delete('dialog')
    const text = search.toString()
    const address = { search: text === '' ? '' : `?${text}`, hash: location.hash }
    navigate(address, { replace: true, state: location.state, preventScrollReset: true })
  }, [location, navigate])
  return { name: dialogIn(location.search), prefill: state.prefill, key: location.key, close }
}

/** The dialog that the search part of a URL names; `null` without one. */
export function dialogIn(search: string): DialogName | null {
  const requested = new URLSearchParams(search).get('dialog')
  return DIALOG_NAMES.find((name) => name === requested) ?? null
}

/** Navigation state may have been written by an older version of the code, so it is validated. */
function stateOf(location: Location): DialogState {
  const state = asRecord(asRecord(location.state)?.dialog)
  const given = asRecord(state?.prefill) ?? {}
  const prefill: DialogPrefill = {}
  for (const field of ['reason', 'reference'] as const) {
    const text = given[field]
    if (typeof text === 'string') prefill[field] = text
  }
  if (given.cart === true) prefill.cart = true
  return { opened: state?.opened === true, prefill }
}
