import { accountCalls, type Person } from '@shop/contract/accounts/calls'
import { asRecord } from '@shop/contract/http/coercion'
import { type FormEvent, type ReactNode, useId } from 'react'
import { useApi } from '../../data/api.tsx'
import type { Form, FormErrors, FormValues } from '../../forms/use-form.ts'
import { showPopup } from '../../popups/popup-store.ts'
import { Link } from '../../router/link.tsx'
import { useLocation } from '../../router/router.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button, CLEAR_LINK, TALL_LINK } from '../../ui/button.tsx'
import { Heading } from '../../ui/heading.tsx'
import { SlowNote } from '../../ui/slow-note.tsx'
import { accountNameErrors } from '../account-names.ts'
import { EmailField, emailError, NameFields } from '../customer-fields.tsx'
import { newPasswordError, PASSWORD_HINT, PASSWORD_RULE, PasswordField } from '../password-field.tsx'
import type { AuthMode, AuthRequest, Failure } from '../use-auth-request.ts'

export type AuthFormProps<V extends FormValues> = {
  form: Form<V>
  auth: AuthRequest
  /** Called with the typed address, so the other form can prefill it. */
  onEmail: (email: string) => void
}

type AccountPanelProps = {
  mode: AuthMode
  title: string
  intro: string
  submit: string
  submitting: string
  auth: AuthRequest
  onSubmit: () => void
  children: ReactNode
}

function AccountPanel({ mode, title, intro, submit, submitting, auth, ...rest }: AccountPanelProps) {
  const id = useId()
  const { busy, failure } = auth

  function handleSubmit(event: FormEvent): void {
    event.preventDefault()
    if (busy === null) rest.onSubmit()
  }

  return (
    // `method="post"`: a form submitted before hydration must not put the password into the URL.
    <form method="post" noValidate aria-labelledby={id} onSubmit={handleSubmit} className="flex flex-col">
      <Heading size="2xl" id={id}>
        {title}
      </Heading>
      <p className="mt-1 mb-6 text-ink-soft">{intro}</p>
      {rest.children}
      {failure?.mode === mode && <FailureNote failure={failure.failure} />}
      <Button variant="outline" type="submit" aria-disabled={busy !== null} className="mt-1 min-h-12 w-full">
        {busy === mode ? submitting : submit}
      </Button>
      <SlowNote waiting={busy === mode}>This is taking longer than usual. We’re still waiting for an answer.</SlowNote>
    </form>
  )
}

function SharedEmail<V extends FormValues>({ form, onEmail }: Pick<AuthFormProps<V>, 'form' | 'onEmail'>) {
  const field = form.field('email')

  function handleBlur(): void {
    field.onBlur()
    onEmail(field.value)
  }

  return <EmailField {...field} onBlur={handleBlur} />
}

/** The text of the alert, shown again at the form. The alert itself was announced. */
function FailureNote({ failure }: { failure: Failure }) {
  return (
    <Alert className="mb-4">
      <p className="font-semibold">{failure.title}</p>
      <p>{failure.text}</p>
      {failure.hint && <p className="mt-1 text-sm">{failure.hint}</p>}
    </Alert>
  )
}

export type SignInValues = { email: string; password: string }

export const NO_SIGN_IN: SignInValues = { email: '', password: '' }

export function SignInForm({ form, auth, onEmail }: AuthFormProps<SignInValues>) {
  const api = useApi()
  const from = asRecord(useLocation().state)?.from

  function handleSubmit(): void {
    if (!form.checkAll()) return
    const body = { loginId: form.values.email.trim(), password: form.values.password }
    auth.send({ mode: 'signIn', call: () => api.call(accountCalls.signIn, { body }) })
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
      <SharedEmail form={form} onEmail={onEmail} />
      <PasswordField {...form.field('password')} autoComplete="current-password" />
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

export function checkSignIn({ email, password }: SignInValues): FormErrors<SignInValues> {
  return { ...emailError(email), ...(password === '' && { password: 'Please enter a password' }) }
}

export function SignUpForm({ form, auth, onEmail }: AuthFormProps<SignUpValues>) {
  const api = useApi()

  function handleSubmit(): void {
    const alert = passwordAlert(form.values)
    const fine = form.checkAll()
    if (alert !== null) showPopup({ kind: 'error', ...alert, timer: null, button: 'Okay' })
    if (!fine) return
    const { firstName, lastName, password } = form.values
    const email = form.values.email.trim()
    const body = { firstName: firstName.trim(), lastName: lastName.trim(), email, loginId: email, password }
    auth.send({ mode: 'signUp', call: () => api.call(accountCalls.signUp, { body }) })
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
      <SharedEmail form={form} onEmail={onEmail} />
      <PasswordField {...form.field('password')} hint={PASSWORD_HINT} autoComplete="new-password" />
      <PasswordField {...form.field('confirm')} label="Confirm password" autoComplete="new-password" />
    </AccountPanel>
  )
}

export type SignUpValues = Person & { password: string; confirm: string }

export const NO_SIGN_UP: SignUpValues = { firstName: '', lastName: '', email: '', password: '', confirm: '' }

const MISMATCH_MESSAGE = 'Passwords do not match'

export function checkSignUp(values: SignUpValues): FormErrors<SignUpValues> {
  const { password, confirm } = values
  return {
    ...accountNameErrors(values),
    ...emailError(values.email),
    ...newPasswordError(password),
    ...(confirm === '' && { confirm: 'Please enter the password again' }),
    ...(confirm !== '' && confirm !== password && { confirm: MISMATCH_MESSAGE }),
  }
}

/** The alert for a form without field errors: the password rule first, then the confirmation. */
export function passwordAlert(values: SignUpValues): { title?: string; text: string } | null {
  const { password, confirm, ...others } = checkSignUp(values)
  const incomplete = values.password === '' || values.confirm === '' || Object.keys(others).length > 0
  if (incomplete) return null
  if (password !== undefined) return { title: 'Invalid Password', text: PASSWORD_RULE }
  return confirm === undefined ? null : { text: MISMATCH_MESSAGE }
}
