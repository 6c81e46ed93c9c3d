import { resetPasswordEndpoint } from '@shop/contract/password-reset'
import { useApi } from '../data/api.tsx'
import { useForm } from '../forms/use-form.ts'
import { ButtonLink } from '../links/shop-link.tsx'
import { PageMeta } from '../site/page-meta.tsx'
import { useShop } from '../site/shop-settings.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageTitle } from '../ui/heading.tsx'
import { NeedsScript } from '../ui/hydrated.tsx'
import { AccountForm, isInvalidLink, useAccountRequest } from './account-form.tsx'
import { InvalidLink, type LinkResult, NarrowColumn, useMailedLink } from './mailed-link.tsx'
import { newPasswordError, PASSWORD_HINT, PasswordField } from './password-field.tsx'
import { clearSession } from './session-store.ts'

/** Where a mailed link leads: chooses a new password. */
export function ResetPasswordPage() {
  const shop = useShop()
  const { token, state, finish } = useMailedLink('/reset-password')

  function handleFinish(result: LinkResult): void {
    finish(result)
    // Every session of the account has ended, this browser's as well.
    if (result === 'done') clearSession()
  }

  return (
    <>
      <PageMeta title="Choose a new password" indexed={false} description="Choose a new password for your account." />
      {state === 'done' && <PasswordIsSet />}
      {(state === 'invalid' || state === 'incomplete') && <NewLink incomplete={state === 'incomplete'} />}
      {state === 'open' && (
        <NarrowColumn>
          <PageTitle>Choose a new password</PageTitle>
          <p className="mt-2 mb-8 text-ink-soft">You are then signed out everywhere, and sign in with the new one.</p>
          <NeedsScript>This needs JavaScript. Please turn JavaScript on, or write to {shop.supportEmail}.</NeedsScript>
          <PasswordForm token={token ?? ''} onFinish={handleFinish} />
        </NarrowColumn>
      )}
    </>
  )
}

function PasswordForm({ token, onFinish }: { token: string; onFinish: (result: LinkResult) => void }) {
  const api = useApi()
  const request = useAccountRequest()
  const form = useForm({ initial: { password: '' }, check: ({ password }) => newPasswordError(password) })

  async function handleSubmit(): Promise<void> {
    if (!form.checkAll()) return
    const { password } = form.values
    const reset = () => api.call(resetPasswordEndpoint, { body: { token, password } })
    if (await request.send(reset, (error) => isInvalidLink(error) && onFinish('invalid'))) onFinish('done')
  }

  return (
    <AccountForm
      variant="ink"
      label="Choose a new password"
      submit="Set the password"
      submitting="Setting..."
      done=""
      request={request}
      onSubmit={() => void handleSubmit()}
    >
      <PasswordField
        field={{ ...form.field('password'), label: 'New password', hint: PASSWORD_HINT }}
        autoComplete="new-password"
      />
    </AccountForm>
  )
}

function PasswordIsSet() {
  return (
    <EmptyState as="h1" title="Your new password is set">
      <p>All browsers are signed out. A mail says that the password has changed.</p>
      <ButtonLink to="/login" replace>
        Sign in
      </ButtonLink>
    </EmptyState>
  )
}

function NewLink({ incomplete }: { incomplete: boolean }) {
  return (
    <InvalidLink incomplete={incomplete}>
      <p>
        {incomplete
          ? 'Part of it is missing. Open the link in the mail once more, or ask for a new one.'
          : 'A link works once, for 30 minutes. Your password is unchanged; a new link is quickly sent.'}
      </p>
      <ButtonLink to="/forgot-password" replace>
        Send a new link
      </ButtonLink>
    </InvalidLink>
  )
}
