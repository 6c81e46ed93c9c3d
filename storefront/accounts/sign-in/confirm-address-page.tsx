import type { User } from '@shop/contract/accounts/calls'
import { ownAccountCalls } from '@shop/contract/accounts/own-account'
import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../data/api.tsx'
import { ButtonLink } from '../../links/shop-link.tsx'
import { Link } from '../../router/link.tsx'
import { useLocation } from '../../router/router.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { AccountForm, isInvalidLink, useAccountRequest } from '../account-form.tsx'
import { ownerOf, personalKey } from '../personal-data.ts'
import { useVisitor } from '../session-store.ts'
import { type LinkResult, MailedLinkPage, useMailedLink } from './mailed-link.tsx'

/** Where a mailed link leads: confirms the address of the account, for the customer who is signed in to it. */
export function ConfirmAddressPage() {
  const { user, restored } = useVisitor()
  const { token, state, finish } = useMailedLink('/confirm-address')
  return (
    <MailedLinkPage
      state={state}
      title="Confirm your address"
      description="Confirm the email address for your account."
      done={<AddressIsConfirmed />}
      incomplete="Part of it is missing. Open the link in the email again, or get a new one from your account."
      invalid="Links work for 24 hours, and only for the account they were sent to. Get a new one from your account."
      next={
        <ButtonLink to="/account" replace>
          Your account
        </ButtonLink>
      }
    >
      {restored && token !== null && user !== null && <Confirmation user={user} token={token} onFinish={finish} />}
      {restored && user === null && <SignInFirst />}
    </MailedLinkPage>
  )
}

type ConfirmationProps = { user: User; token: string; onFinish: (result: LinkResult) => void }

function Confirmation({ user, token, onFinish }: ConfirmationProps) {
  const api = useApi()
  const visitor = useVisitor()
  const client = useQueryClient()
  const request = useAccountRequest()

  async function confirm(): Promise<void> {
    await api.call(ownAccountCalls.confirmAddress, { body: { token } }, { token: visitor.token })
    void client.invalidateQueries({ queryKey: personalKey(ownerOf(visitor)) })
  }

  function handleSubmit(): void {
    void request.send(confirm, {
      onSuccess: () => onFinish('done'),
      onError: (error) => isInvalidLink(error) && onFinish('invalid'),
    })
  }

  return (
    <AccountForm
      variant="ink"
      label="Confirm your address"
      submit="Confirm address"
      submitting="Confirming..."
      request={request}
      onSubmit={handleSubmit}
    >
      <p className="mt-2 mb-6 wrap-anywhere text-ink-soft">
        Is <span className="font-medium text-ink">{user.email}</span> yours? If so, the orders you placed with it as a
        guest will show up in your account.
      </p>
    </AccountForm>
  )
}

/** The link is not enough: a stranger could have signed up with the address. */
function SignInFirst() {
  const location = useLocation()
  return (
    <>
      <p className="mt-2 mb-6 text-ink-soft">
        First, sign in with the address we emailed. We’ll bring you right back here.
      </p>
      <Link to="/login" state={{ from: location }} className={buttonClass()}>
        Sign in
      </Link>
    </>
  )
}

function AddressIsConfirmed() {
  return (
    <EmptyState as="h1" title="Your address is confirmed">
      <p>Orders you placed with it as a guest are now in your account.</p>
      <ButtonLink to="/orderAndReturn" replace>
        See your orders
      </ButtonLink>
    </EmptyState>
  )
}
