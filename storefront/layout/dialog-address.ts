import { asRecord } from '@shop/contract/coercion'
import type { ContactReason } from '@shop/contract/contact'
import { useCallback } from 'react'
import { type Location, locationNow, useLocation, useNavigate } from '../router/router.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'

const DIALOG_NAMES = ['contact', 'returns'] as const
/** Dialogs that have an address: `?dialog=contact` on any page. */
export type DialogName = (typeof DIALOG_NAMES)[number]

/** The reason of an inquiry that stands for a paused order, as the notices have it (section 3). */
export const WHOLESALE: ContactReason = 'Wholesale or Retail Inquiry'

/** What a link puts into a dialog. It travels in the navigation state, never in the address, which is shared and logged. */
export type DialogPrefill = {
  reason?: string
  reference?: string
  /** The cart as it is when the dialog opens, in words. */
  cart?: boolean
}

/** `opened`: the entry of the history before this one is the same page without the dialog. */
type DialogState = { opened: boolean; prefill: DialogPrefill }

/** Where a link to a dialog leads from here: the visitor's own search parameters stay, and so does the state. */
export function useOpenDialog(): (dialog: DialogName, prefill: DialogPrefill) => void {
  const navigate = useNavigate()
  return (dialog, prefill) => {
    const location = locationNow()
    const search = new URLSearchParams(location.search)
    // From one dialog to another there is one step back, not two.
    const replace = dialogOf(location) !== null
    const own: DialogState = { opened: !replace || stateOf(location).opened, prefill }
    search.set('dialog', dialog)
    const state = { ...asRecord(location.state), dialog: own }
    navigate({ search: `?${search}`, hash: location.hash }, { replace, state, preventScrollReset: true })
  }
}

/**
 * The dialog the address asks for, what is put into it, and how to close it: with Back where it was opened in the shop,
 * else by an address without it. `null` while the page hydrates, since a page is the same for everyone.
 */
export function useDialogAddress(): {
  name: DialogName | null
  prefill: DialogPrefill
  key: string
  close: () => void
} {
  const location = useLocation()
  const navigate = useNavigate()
  const hydrated = useHydrated()
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
  return { name: hydrated ? dialogOf(location) : null, prefill: state.prefill, key: location.key, close }
}

function dialogOf(location: Location): DialogName | null {
  const asked = new URLSearchParams(location.search).get('dialog')
  return DIALOG_NAMES.find((name) => name === asked) ?? null
}

/** A navigation state outlives the code that wrote it, so it is read like anything foreign. */
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
