import { signInEndpoint } from '@shop/contract/accounts'
import { asRecord } from '@shop/contract/coercion'
import { useApi } from '../data/api.tsx'
import type { FormErrors } from '../forms/visible-errors.ts'
import { Link, useLocation } from '../router/router.tsx'
import { CLEAR_LINK, TALL_LINK } from '../ui/link-class.ts'
import { AccountPanel, type AuthFormProps } from './account-panel.tsx'
import { emailError } from './customer-errors.ts'
import { EmailField } from './customer-fields.tsx'
import { PasswordField } from './password-field.tsx'

export type SignInValues = { email: string; password: string }

export const NO_SIGN_IN: SignInValues = { email: '', password: '' }

/** The sign-in form: e-mail and password, both required. */
export function SignInForm({ form, auth, onEmail }: AuthFormProps<SignInValues>) {
  const api = useApi()
  const email = form.field('email')
  const from = asRecord(useLocation().state)?.from

  function handleSubmit(): void {
    if (!form.checkAll()) return
    const body = { loginId: form.values.email.trim(), password: form.values.password }
    void auth.send('signIn', () => api.call(signInEndpoint, { body }))
  }

  function handleEmailBlur(): void {
    email.onBlur()
    onEmail(form.values.email)
  }

  return (
    <AccountPanel
      mode="signIn"
      title="Sign in"
      intro="Welcome back."
      submit="Sign In"
      submitting="Signing in..."
      auth={auth}
      onSubmit={handleSubmit}
    >
      <EmailField {...email} onBlur={handleEmailBlur} />
      <PasswordField field={{ ...form.field('password'), label: 'Password' }} autoComplete="current-password" />
      <Link
        to="/forgot-password"
        state={{ from, email: form.values.email.trim() }}
        className={`-mt-3 mb-2 self-start ${TALL_LINK} ${CLEAR_LINK}`}
      >
        Forgot password?
      </Link>
    </AccountPanel>
  )
}

/** Errors of the sign-in form. */
export function checkSignIn({ email, password }: SignInValues): FormErrors<SignInValues> {
  return { ...emailError(email), ...(password === '' && { password: 'Please enter a password' }) }
}
