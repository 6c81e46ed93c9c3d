import { ownAccountCalls } from '@shop/contract/accounts/own-account'
import { asRecord, asText } from '@shop/contract/http/coercion'
import { useState } from 'react'
import { useApi } from '../../data/api.tsx'
import { useForm } from '../../forms/use-form.ts'
import { Link } from '../../router/link.tsx'
import { useLocation } from '../../router/router.tsx'
import { PageMeta } from '../../site/page-meta.tsx'
import { useShop } from '../../site/shop-settings.tsx'
import { Button, CLEAR_LINK, TALL_LINK } from '../../ui/button.tsx'
import { PageTitle, useHeadingFocus } from '../../ui/heading.tsx'
import { NeedsScript, useHydrated } from '../../ui/hydrated.tsx'
import { AccountForm, useAccountRequest } from '../account-form.tsx'
import { EmailField, emailError } from '../customer-fields.tsx'
import { NarrowColumn } from './mailed-link.tsx'

/** Asks for a link that sets a new password. The words are the same whether or not there is an account (R31). */
export function ForgotPasswordPage() {
  const shop = useShop()
  const location = useLocation()
  const hydrated = useHydrated()
  const [sentTo, setSentTo] = useState<string | null>(null)
  useHeadingFocus(sentTo)
  // The sign-in passes on what was typed there.
  const typed = hydrated ? (asText(asRecord(location.state)?.email) ?? '') : ''

  return (
    <NarrowColumn>
      <PageMeta title="Forgot your password" indexed={false} description="Get a link to reset your password." />
      {sentTo === null ? (
        <>
          <PageTitle>Forgot your password?</PageTitle>
          <p className="mt-3 mb-8 text-ink-soft">
            Enter the email address for your account, and we’ll send you a link to reset your password.
          </p>
          <NeedsScript>This needs JavaScript. Please turn on JavaScript, or write to {shop.supportEmail}.</NeedsScript>
          <AddressForm key={typed} typed={typed} onSent={setSentTo} />
          <Link to="/login" state={{ from: location }} className={`mt-4 ${TALL_LINK} ${CLEAR_LINK}`}>
            Back to sign in
          </Link>
        </>
      ) : (
        <Sent email={sentTo} onAgain={() => setSentTo(null)} />
      )}
    </NarrowColumn>
  )
}

function AddressForm({ typed, onSent }: { typed: string; onSent: (email: string) => void }) {
  const api = useApi()
  const request = useAccountRequest()
  const form = useForm({ initial: { email: typed }, check: ({ email }) => emailError(email) })

  async function requestLink(): Promise<void> {
    const email = form.values.email.trim()
    await api.call(ownAccountCalls.requestPasswordReset, { body: { email } })
    onSent(email)
  }

  return (
    <AccountForm
      variant="ink"
      label="Forgot your password"
      submit="Send me a link"
      submitting="Sending..."
      request={request}
      onSubmit={() => form.checkAll() && void request.send(requestLink)}
    >
      <EmailField {...form.field('email')} />
    </AccountForm>
  )
}

function Sent({ email, onAgain }: { email: string; onAgain: () => void }) {
  return (
    <>
      <PageTitle>Check your email</PageTitle>
      <p className="mt-3 wrap-anywhere">
        If there’s an account for <span className="font-medium">{email}</span>, we’ll email you a link. It works once
        and expires in 30 minutes.
      </p>
      <p className="mt-3 text-ink-soft">
        Nothing after a few minutes? Check your spam folder, and check the address for typos.
      </p>
      <div className="mt-8 flex flex-col gap-3 sm:flex-row">
        <Button variant="outline" onClick={onAgain}>
          Try another address
        </Button>
      </div>
    </>
  )
}
