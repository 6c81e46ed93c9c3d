import { type ReactNode, useState } from 'react'
import { useLocation, useNavigate } from '../../router/router.tsx'
import { PageMeta } from '../../site/page-meta.tsx'
import { useShop } from '../../site/shop-settings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageTitle, useHeadingFocus } from '../../ui/heading.tsx'
import { NeedsScript, useHydrated } from '../../ui/hydrated.tsx'

/** It did what it is for, or it cannot: used before, expired, or of another account. */
export type LinkResult = 'done' | 'invalid'

type MailedLink = {
  /** `null` on the server, during hydration, and when the link is incomplete. */
  token: string | null
  state: 'open' | 'incomplete' | LinkResult
  /** The token leaves the address and the history: it is used up, or of no use. */
  finish: (result: LinkResult) => void
}

/** The mailed link that led to the page at `path`. Its token is sent with a form, never before. */
export function useMailedLink(path: '/confirm-address' | '/reset-password' | '/pay'): MailedLink {
  const navigate = useNavigate()
  const { hash } = useLocation()
  // Not known on the server and during hydration, since no server gets the fragment.
  const isKnown = useHydrated()
  const token = isKnown ? parseLinkToken(hash) : null
  const [result, setResult] = useState<LinkResult | null>(null)
  useHeadingFocus(result)
  return {
    token,
    state: result ?? (isKnown && token === null ? 'incomplete' : 'open'),
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

type MailedLinkPageProps = {
  state: MailedLink['state']
  title: string
  description: string
  intro?: string
  done: ReactNode
  /** The remedy for a link that doesn't work, with a link to it. */
  incomplete: string
  invalid: string
  next: ReactNode
  children: ReactNode
}

export function MailedLinkPage({ state, title, description, intro, children, next, ...texts }: MailedLinkPageProps) {
  const shop = useShop()
  return (
    <>
      <PageMeta title={title} indexed={false} description={description} />
      {state === 'done' && texts.done}
      {state === 'incomplete' && (
        <EmptyState as="h1" title="This link is incomplete">
          <p>{texts.incomplete}</p>
          {next}
        </EmptyState>
      )}
      {state === 'invalid' && (
        <EmptyState as="h1" title="This link no longer works">
          <p>{texts.invalid}</p>
          {next}
        </EmptyState>
      )}
      {state === 'open' && (
        <NarrowColumn>
          <PageTitle>{title}</PageTitle>
          {intro && <p className="mt-2 mb-8 text-ink-soft">{intro}</p>}
          <NeedsScript>This needs JavaScript. Please turn on JavaScript, or write to {shop.supportEmail}.</NeedsScript>
          {children}
        </NarrowColumn>
      )}
    </>
  )
}

/** A page with one form. */
export function NarrowColumn({ children }: { children: ReactNode }) {
  return <div className="mx-auto min-h-[60vh] max-w-lg px-4 pt-8 sm:px-8 sm:pt-16">{children}</div>
}
