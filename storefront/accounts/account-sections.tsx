import type { User } from '@shop/contract/accounts/calls'
import { type Account, ownAccountCalls } from '@shop/contract/accounts/own-account'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { type Api, useApi } from '../data/api.tsx'
import { type FormErrors, useForm } from '../forms/use-form.ts'
import { Link } from '../router/link.tsx'
import { CLEAR_LINK, TALL_INLINE_LINK } from '../ui/button.tsx'
import { AccountForm, signOutWhereEnded, useAccountRequest } from './account-form.tsx'
import { accountNameErrors } from './account-names.ts'
import { NameFields } from './customer-fields.tsx'
import { newPasswordError, PASSWORD_HINT, PasswordField, UsernameForManagers } from './password-field.tsx'
import { ownerOf, personalKey } from './personal-data.ts'
import { clearSession, currentVisitor, saveSession, useVisitor, type Visitor } from './session-store.ts'

export function accountQuery(api: Api, visitor: Visitor) {
  return queryOptions({
    queryKey: personalKey(ownerOf(visitor), 'account'),
    queryFn: ({ signal }) =>
      signOutWhereEnded(api.call(ownAccountCalls.getAccount, {}, { token: visitor.token, signal })),
    enabled: visitor.user !== null,
  })
}

export function AddressSection({ email, confirmed }: { email: string; confirmed: boolean }) {
  const api = useApi()
  const request = useAccountRequest()
  const send = () => api.call(ownAccountCalls.sendConfirmation, {}, { token: currentVisitor().token })
  const address = <p className="font-medium wrap-anywhere">{email}</p>

  if (confirmed) {
    return (
      <>
        {address}
        <p className="mt-1 text-moss">Confirmed</p>
        <p className="mt-3 text-ink-soft">
          Orders you placed as a guest with this address are in{' '}
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
      submit="Send a confirmation email"
      submitting="Sending..."
      done="We’ll email you a link. It works for 24 hours."
      request={request}
      onSubmit={() => void request.send(send)}
    >
      {address}
      <p className="mt-1 mb-4 text-ink-soft">
        Not confirmed yet. Once it is, orders you placed as a guest with this address will show up in your account too.
      </p>
    </AccountForm>
  )
}

export function ChangeNameForm({ user }: { user: User }) {
  const api = useApi()
  const request = useAccountRequest()
  const { firstName, lastName } = user
  const form = useForm({ initial: { firstName, lastName }, check: accountNameErrors })

  async function changeName(): Promise<void> {
    const { token } = currentVisitor()
    const body = { firstName: form.values.firstName.trim(), lastName: form.values.lastName.trim() }
    const changed = await api.call(ownAccountCalls.changeName, { body }, { token })
    // A sign-out in the meantime, here or in another tab, stays.
    if (token !== null && currentVisitor().token === token) saveSession(changed, token)
  }

  return (
    <AccountForm
      label="Name"
      submit="Save name"
      submitting="Saving..."
      done="We’ve saved your name."
      request={request}
      onSubmit={() => form.checkAll() && void request.send(changeName)}
    >
      <div className="grid gap-x-4 sm:grid-cols-2">
        <NameFields field={form.field} />
      </div>
    </AccountForm>
  )
}

type Values = { currentPassword: string; password: string }

const EMPTY_VALUES: Values = { currentPassword: '', password: '' }

export function ChangePasswordForm({ email }: { email: string }) {
  const api = useApi()
  const visitor = useVisitor()
  const client = useQueryClient()
  const request = useAccountRequest()
  const form = useForm({ initial: EMPTY_VALUES, check })

  async function changePassword(): Promise<void> {
    await api.call(ownAccountCalls.changePassword, { body: form.values }, { token: visitor.token })
    form.set(EMPTY_VALUES)
    void client.invalidateQueries({ queryKey: accountQuery(api, visitor).queryKey })
  }

  return (
    <AccountForm
      label="Password"
      submit="Change password"
      submitting="Changing..."
      done="We’ve changed your password and signed you out everywhere else."
      request={request}
      onSubmit={() => form.checkAll() && void request.send(changePassword)}
    >
      <UsernameForManagers email={email} />
      <div className="grid gap-x-4 sm:grid-cols-2">
        <PasswordField {...form.field('currentPassword')} label="Current password" autoComplete="current-password" />
        <PasswordField
          {...form.field('password')}
          label="New password"
          hint={PASSWORD_HINT}
          autoComplete="new-password"
        />
      </div>
    </AccountForm>
  )
}

function check({ currentPassword, password }: Values): FormErrors<Values> {
  return {
    ...(currentPassword === '' && { currentPassword: 'Please enter your current password' }),
    ...newPasswordError(password),
  }
}

export function SessionsSection({ sessions }: Pick<Account, 'sessions'>) {
  const api = useApi()
  const request = useAccountRequest()

  async function endSessions(): Promise<void> {
    const { token } = currentVisitor()
    await api.call(ownAccountCalls.endSessions, {}, { token })
    if (currentVisitor().token === token) clearSession()
  }

  return (
    <AccountForm
      label="Sessions"
      submit="Sign out everywhere"
      submitting="Signing out..."
      done="You’re signed out everywhere."
      request={request}
      onSubmit={() => void request.send(endSessions)}
    >
      <ul className="mb-5 divide-y divide-line border-y border-line">
        {sessions.map(({ device, signedInAt, current }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sessions have no name of their own
          <li key={index} className="flex flex-wrap items-baseline justify-between gap-x-6 py-3">
            <span className="font-medium">{device ?? 'A browser'}</span>
            <span className="text-sm text-ink-soft tabular-nums">
              {current ? 'this browser, since ' : 'since '}
              {dayOf(signedInAt)}
            </span>
          </li>
        ))}
      </ul>
    </AccountForm>
  )
}

/** The customer's own day of a time, for example `11/22/2026`. */
function dayOf(time: string): string {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? 'N/A' : date.toLocaleDateString('en-US')
}
