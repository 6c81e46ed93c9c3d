import { sendConfirmationEndpoint } from '@shop/contract/own-account'
import { useApi } from '../data/api.tsx'
import { Link } from '../router/router.tsx'
import { CLEAR_LINK, TALL_INLINE_LINK } from '../ui/link-class.ts'
import { AccountForm } from './account-form.tsx'
import { currentVisitor } from './session-store.ts'
import { useAccountRequest } from './use-account-request.ts'

/** The address, and how it is confirmed. */
export function AddressSection({ email, confirmed }: { email: string; confirmed: boolean }) {
  const api = useApi()
  const request = useAccountRequest()
  const send = () => api.call(sendConfirmationEndpoint, {}, { token: currentVisitor().token })
  const address = <p className="font-medium wrap-anywhere">{email}</p>

  if (confirmed) {
    return (
      <>
        {address}
        <p className="mt-1 text-moss">Confirmed</p>
        <p className="mt-3 text-ink-soft">
          What you ordered as a guest with this address is in{' '}
          <Link to="/orderAndReturn" className={`${TALL_INLINE_LINK} ${CLEAR_LINK}`}>
            your orders
          </Link>{' '}
          too.
        </p>
      </>
    )
  }
  return (
    <AccountForm
      label="Confirm the address"
      submit="Send a confirmation mail"
      submitting="Sending..."
      done="A mail is on its way. Its link works for 24 hours."
      request={request}
      onSubmit={() => void request.send(send)}
    >
      {address}
      <p className="mt-1 mb-4 text-ink-soft">
        Not confirmed yet. Once it is, what you ordered as a guest with this address is in your orders too.
      </p>
    </AccountForm>
  )
}
