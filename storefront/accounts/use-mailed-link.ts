import { useState } from 'react'
import { useNavigate } from '../router/router.tsx'
import { useHeadingFocus } from '../ui/use-heading-focus.ts'
import { useLinkToken } from './link-token.ts'

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
