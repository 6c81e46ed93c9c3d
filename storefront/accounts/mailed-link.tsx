import { type ReactNode, useState } from 'react'
import { useLocation, useNavigate } from '../router/router.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { useHeadingFocus } from '../ui/heading.tsx'
import { useHydrated } from '../ui/hydrated.tsx'

/** It did what it is for, or it cannot: used before, expired, or of another account. */
export type LinkResult = 'done' | 'invalid'

export type MailedLink = {
  /** `null` on the server, during hydration, and when the link is incomplete. */
  token: string | null
  state: 'open' | 'incomplete' | LinkResult
  /** The token leaves the address and the history: it is used up, or of no use. */
  finish: (result: LinkResult) => void
}

/** The mailed link that led to the page at `path`. Its token is sent with a form, never before. */
export function useMailedLink(path: '/confirm-address' | '/reset-password'): MailedLink {
  const navigate = useNavigate()
  const link = useLinkToken()
  const [result, setResult] = useState<LinkResult | null>(null)
  useHeadingFocus(result)
  return {
    token: link.known ? link.token : null,
    state: result ?? (link.known && link.token === null ? 'incomplete' : 'open'),
    finish: (finished) => {
      setResult(finished)
      navigate(path, { replace: true, preventScrollReset: true })
    },
  }
}

/** The token in the fragment of a mailed link; `null` when it is missing or incomplete. */
export function parseLinkToken(hash: string): string | null {
  return /^#token=([\w-]{43})$/.exec(hash)?.[1] ?? null
}

/** The token of the link that was followed; not known on the server and during hydration, since no server gets it. */
function useLinkToken(): { known: false } | { known: true; token: string | null } {
  const { hash } = useLocation()
  return useHydrated() ? { known: true, token: parseLinkToken(hash) } : { known: false }
}

/** Used, expired, of another account or incomplete: what to do next is the same. */
export function InvalidLink({ incomplete, children }: { incomplete: boolean; children: ReactNode }) {
  return (
    <EmptyState as="h1" title={incomplete ? 'This link is not complete' : 'This link does not work any more'}>
      {children}
    </EmptyState>
  )
}

/** A page with one form. */
export function NarrowColumn({ children }: { children: ReactNode }) {
  return <div className="mx-auto min-h-[60vh] max-w-lg px-4 pt-8 sm:px-8 sm:pt-16">{children}</div>
}
