import { signUpEndpoint } from '@shop/contract/accounts'
import { useApi } from '../data/api.tsx'
import { showPopup } from '../popups/popup-store.ts'
import { AccountPanel, type AuthFormProps } from './account-panel.tsx'
import { EmailField, NameFields } from './customer-fields.tsx'
import { PASSWORD_HINT } from './new-password.ts'
import { PasswordField } from './password-field.tsx'
import { passwordAlert, type SignUpValues } from './sign-up-rules.ts'

/** The sign-up form; all fields are required. */
export function SignUpForm({ form, auth, onEmail }: AuthFormProps<SignUpValues>) {
  const api = useApi()
  const email = form.field('email')

  function handleSubmit(): void {
    const alert = passwordAlert(form.values)
    const fine = form.checkAll()
    if (alert !== null) showPopup({ kind: 'error', ...alert, timer: null, button: 'Okay' })
    if (!fine) return
    const { firstName, lastName, password } = form.values
    const address = form.values.email.trim()
    const names = { firstName: firstName.trim(), lastName: lastName.trim() }
    const body = { ...names, email: address, loginId: address, password }
    void auth.send('signUp', () => api.call(signUpEndpoint, { body }))
  }

  function handleEmailBlur(): void {
    email.onBlur()
    onEmail(form.values.email)
  }

  return (
    <AccountPanel
      mode="signUp"
      title="Create an account"
      intro="All your orders in one place."
      submit="Sign Up"
      submitting="Signing up..."
      auth={auth}
      onSubmit={handleSubmit}
    >
      <div className="grid gap-x-4 sm:grid-cols-2">
        <NameFields field={form.field} />
      </div>
      <EmailField {...email} onBlur={handleEmailBlur} />
      <PasswordField
        field={{
          ...form.field('password'),
          label: 'Password',
          hint: PASSWORD_HINT,
        }}
        autoComplete="new-password"
      />
      <PasswordField field={{ ...form.field('confirm'), label: 'Confirm password' }} autoComplete="new-password" />
    </AccountPanel>
  )
}
