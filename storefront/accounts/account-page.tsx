import type { User } from '@shop/contract/accounts/calls'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { useApi } from '../data/api.tsx'
import { ButtonLink } from '../links/shop-link.tsx'
import { Navigate } from '../router/link.tsx'
import { useLocation } from '../router/router.tsx'
import { PageMeta } from '../site/page-meta.tsx'
import { useShop } from '../site/shop-settings.tsx'
import { Alert } from '../ui/alert.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Heading, PageTitle, useHeadingFocus } from '../ui/heading.tsx'
import { NeedsScript } from '../ui/hydrated.tsx'
import { SlowNote } from '../ui/slow-note.tsx'
import { TryAgain } from '../ui/try-again.tsx'
import { accountFailure, isSignedOut } from './account-form.tsx'
import {
  AddressSection,
  accountQuery,
  ChangeNameForm,
  ChangePasswordForm,
  SessionsSection,
} from './account-sections.tsx'
import { CloseAccountForm } from './close-account-form.tsx'
import { clearSession, useVisitor } from './session-store.ts'

/** The customer's own account. Visitors who are not signed in are led to the sign-in and back. */
export function AccountPage() {
  const shop = useShop()
  const location = useLocation()
  const { user, restored } = useVisitor()
  const [closed, setClosed] = useState(false)
  useHeadingFocus(closed)

  function handleClosed(): void {
    // Shown first: without a user, and not yet closed, the page would lead to the sign-in.
    flushSync(() => setClosed(true))
    clearSession()
  }

  if (restored && user === null && !closed) return <Navigate to="/login" state={{ from: location }} />
  return (
    <div className="mx-auto max-w-4xl px-4 pt-8 sm:px-8 sm:pt-12">
      <PageMeta title="Your account" indexed={false} description="Your name, password and sessions." />
      {closed ? (
        <ClosedAccount />
      ) : (
        <>
          <PageTitle>Your account</PageTitle>
          <NeedsScript>
            Your account needs JavaScript. Please turn on JavaScript, or write to {shop.supportEmail}.
          </NeedsScript>
          {user === null ? <Skeleton /> : <Sections user={user} onClosed={handleClosed} />}
        </>
      )}
    </div>
  )
}

function Sections({ user, onClosed }: { user: User; onClosed: () => void }) {
  const visitor = useVisitor()
  const account = useQuery(accountQuery(useApi(), visitor))
  const signedOut = isSignedOut(account.error)

  if (account.data === undefined && account.isError && !signedOut) {
    return (
      <div className="mt-8 min-h-[60vh]">
        <Alert
          role="alert"
          action={<TryAgain variant="outline" busy={account.isFetching} onRetry={() => void account.refetch()} />}
        >
          <p className="font-medium">We couldn’t load your account.</p>
          <p>{accountFailure(account.error)}</p>
        </Alert>
      </div>
    )
  }
  if (account.data === undefined) {
    return (
      <>
        <SlowNote waiting>This is taking longer than usual. We’re still loading your account.</SlowNote>
        <Skeleton />
      </>
    )
  }
  const { emailConfirmed, sessions } = account.data
  return (
    <div className="mt-8 border-b border-line">
      <Section title="Name" text="We use it to fill in forms for you. Past orders keep the name you used then.">
        <ChangeNameForm user={user} />
      </Section>
      <Section title="Email address" text="This is how you sign in, and where we email you.">
        <AddressSection email={user.email} confirmed={emailConfirmed} />
      </Section>
      <Section title="Password" text="Changing it signs you out everywhere else. We’ll email you to confirm.">
        <ChangePasswordForm email={user.email} />
      </Section>
      <Section title="Where you’re signed in" text="You stay signed in for 30 days.">
        <SessionsSection sessions={sessions} />
      </Section>
      <Section title="Close your account" text="Your cart stays in this browser, and we keep your orders on record.">
        <CloseAccountForm email={user.email} onClosed={onClosed} />
      </Section>
    </div>
  )
}

function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-12 gap-y-5 border-t border-line py-8 md:grid-cols-[minmax(0,17rem)_minmax(0,1fr)] md:py-10"
    >
      <div>
        <Heading id={id}>{title}</Heading>
        <p className="mt-1 max-w-[46ch] text-sm text-ink-soft">{text}</p>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}

function ClosedAccount() {
  return (
    <EmptyState as="h1" title="Your account is closed">
      <p>We’ve deleted it, and we’ll email you a confirmation. You can still shop, and find an order by its number.</p>
      <ButtonLink to="/shop" replace>
        See the collection
      </ButtonLink>
    </EmptyState>
  )
}

/** Until the account is known. */
function Skeleton() {
  return (
    <div aria-hidden className="mt-8 grid min-h-[80rem] content-start gap-8">
      <div className="h-44 rounded-lg bg-ground" />
      <div className="h-32 rounded-lg bg-ground" />
    </div>
  )
}
