import { ownAccountCalls } from '@shop/contract/accounts/own-account'
import { useApi } from '../../data/api.tsx'
import { useForm } from '../../forms/use-form.ts'
import { ButtonLink } from '../../links/shop-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { AccountForm, isInvalidLink, useAccountRequest } from '../account-form.tsx'
import { newPasswordError, PASSWORD_HINT, PasswordField } from '../password-field.tsx'
import { clearSession } from '../session-store.ts'
import { type LinkResult, MailedLinkPage, useMailedLink } from './mailed-link.tsx'

export function ResetPasswordPage() {
  const { token, state, finish } = useMailedLink('/reset-password')

  function handleFinish(result: LinkResult): void {
    finish(result)
    // Every session of the account has ended, this browser's as well.
    if (result === 'done') clearSession()
  }

  return (
    <MailedLinkPage
      state={state}
      title="Choose a new password"
      description="Choose a new password for your account."
      intro="You’ll be signed out everywhere. Then sign in with the new password."
      done={<PasswordIsSet />}
      incomplete="Part of it is missing. Open the link in the email again, or get a new one."
      invalid="Each link works once and expires after 30 minutes. Your password hasn’t changed. You can get a new link right away."
      next={
        <ButtonLink to="/forgot-password" replace>
          Send a new link
        </ButtonLink>
      }
    >
      <PasswordForm token={token ?? ''} onFinish={handleFinish} />
    </MailedLinkPage>
  )
}

function PasswordForm({ token, onFinish }: { token: string; onFinish: (result: LinkResult) => void }) {
  const api = useApi()
  const request = useAccountRequest()
  const form = useForm({ initial: { password: '' }, check: ({ password }) => newPasswordError(password) })

  function handleSubmit(): void {
    if (!form.checkAll()) return
    const reset = () => api.call(ownAccountCalls.resetPassword, { body: { token, password: form.values.password } })
    void request.send(reset, {
      onSuccess: () => onFinish('done'),
      onError: (error) => isInvalidLink(error) && onFinish('invalid'),
    })
  }

  return (
    <AccountForm
      variant="ink"
      label="Choose a new password"
      submit="Set password"
      submitting="Setting..."
      request={request}
      onSubmit={handleSubmit}
    >
      <PasswordField
        {...form.field('password')}
        label="New password"
        hint={PASSWORD_HINT}
        autoComplete="new-password"
      />
    </AccountForm>
  )
}

function PasswordIsSet() {
  return (
    <EmptyState as="h1" title="Your password has been reset">
      <p>You’re signed out everywhere. We’ll email you to confirm.</p>
      <ButtonLink to="/login" replace>
        Sign in
      </ButtonLink>
    </EmptyState>
  )
}
