import { useState } from 'react'
import { useHeadingFocus } from '../layout/use-heading-focus.ts'
import { useNavigate } from '../router/router.tsx'
import { useLinkToken } from './link-token.ts'

/** It did what it is for, or it cannot: used before, expired, or of another account. */
export type LinkEnd = 'done' | 'over'

export type MailedLink = {
  /** `null` on the server, during hydration, and when the link is cut. */
  token: string | null
  cut: boolean
  ended: LinkEnd | null
  /** The token leaves the address and the history: it is used up, or of no use. */
  end: (how: LinkEnd) => void
}

/** The mailed link that led to the page at `path`. Its token is sent with a form, never before. */
export function useMailedLink(path: '/confirm-address' | '/reset-password'): MailedLink {
  const navigate = useNavigate()
  const link = useLinkToken()
  const [ended, setEnded] = useState<LinkEnd | null>(null)
  useHeadingFocus(ended)
  return {
    token: link.known ? link.token : null,
    cut: link.known && link.token === null,
    ended,
    end: (how) => {
      setEnded(how)
      navigate(path, { replace: true, preventScrollReset: true })
    },
  }
}
