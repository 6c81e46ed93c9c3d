import { changePasswordEndpoint } from '@shop/contract/own-account'
import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '../data/api.tsx'
import { useForm } from '../forms/use-form.ts'
import type { FormErrors } from '../forms/visible-errors.ts'
import { accountQuery } from './account.queries.ts'
import { AccountForm } from './account-form.tsx'
import { newPasswordError, PASSWORD_HINT } from './new-password.ts'
import { PasswordField } from './password-field.tsx'
import { useVisitor } from './session-store.ts'
import { useAccountRequest } from './use-account-request.ts'
import { UsernameForManagers } from './username-for-managers.tsx'

type Values = { currentPassword: string; password: string }

const EMPTY: Values = { currentPassword: '', password: '' }

/** The current password and a new one. */
export function ChangePasswordForm({ email }: { email: string }) {
  const api = useApi()
  const visitor = useVisitor()
  const client = useQueryClient()
  const request = useAccountRequest()
  const form = useForm({ initial: EMPTY, check })

  async function changePassword(): Promise<void> {
    await api.call(changePasswordEndpoint, { body: form.values }, { token: visitor.token })
    form.set(EMPTY)
    void client.invalidateQueries({ queryKey: accountQuery(api, visitor).queryKey })
  }

  return (
    <AccountForm
      label="Password"
      submit="Change password"
      submitting="Changing..."
      done="Your password is changed. All other browsers are signed out."
      request={request}
      onSubmit={() => form.checkAll() && void request.send(changePassword)}
    >
      <UsernameForManagers email={email} />
      <div className="grid gap-x-4 sm:grid-cols-2">
        <PasswordField
          field={{ ...form.field('currentPassword'), label: 'Current password' }}
          autoComplete="current-password"
        />
        <PasswordField
          field={{ ...form.field('password'), label: 'New password', hint: PASSWORD_HINT }}
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
