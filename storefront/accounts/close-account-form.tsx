import { ownAccountCalls } from '@shop/contract/accounts/own-account'
import { useRef, useState } from 'react'
import { useApi } from '../data/api.tsx'
import { useForm } from '../forms/use-form.ts'
import { Button } from '../ui/button.tsx'
import { focusOnAppear } from '../ui/focus.ts'
import { AccountForm, useAccountRequest } from './account-form.tsx'
import { PasswordField, UsernameForManagers } from './password-field.tsx'
import { currentVisitor } from './session-store.ts'

type CloseAccountFormProps = { email: string; onClosed: () => void }

/** A button that opens the form in place, so no one closes an account by one click. */
export function CloseAccountForm({ email, onClosed }: CloseAccountFormProps) {
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)

  function handleCancel(): void {
    setOpen(false)
    requestAnimationFrame(() => opener.current?.focus())
  }

  if (open) return <PasswordForm email={email} onClosed={onClosed} onCancel={handleCancel} />
  return (
    <Button ref={opener} variant="outline" className="min-h-12 max-sm:w-full sm:min-w-48" onClick={() => setOpen(true)}>
      Close my account...
    </Button>
  )
}

function PasswordForm({ email, onClosed, onCancel }: CloseAccountFormProps & { onCancel: () => void }) {
  const api = useApi()
  const request = useAccountRequest()
  const form = useForm({ initial: { password: '' }, check })

  async function closeAccount(): Promise<void> {
    await api.call(ownAccountCalls.closeAccount, { body: form.values }, { token: currentVisitor().token })
    onClosed()
  }

  return (
    <div className="rise">
      <AccountForm
        label="Close the account"
        submit="Close for good"
        submitting="Closing..."
        done="Your account is closed."
        request={request}
        onSubmit={() => form.checkAll() && void request.send(closeAccount)}
        beside={
          <Button variant="quiet" aria-disabled={request.busy} onClick={() => request.busy || onCancel()}>
            Keep it
          </Button>
        }
      >
        <p className="mb-4">
          We’ll delete your name, email and password right away, for good. You can still find orders by their number.
        </p>
        <UsernameForManagers email={email} />
        <div className="sm:max-w-72">
          <PasswordField {...form.field('password')} ref={focusOnAppear} autoComplete="current-password" />
        </div>
      </AccountForm>
    </div>
  )
}

function check({ password }: { password: string }): { password?: string } {
  return password === '' ? { password: 'Please enter your password' } : {}
}
