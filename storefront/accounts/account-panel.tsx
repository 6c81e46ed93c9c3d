import { type FormEvent, type ReactNode, useId } from 'react'
import type { Form } from '../forms/use-form.ts'
import type { FormValues } from '../forms/visible-errors.ts'
import { Button } from '../ui/button.tsx'
import { SlowNote } from '../ui/slow-note.tsx'
import type { AuthMode, AuthRequest, Failure } from './use-auth-request.ts'

/** Properties of both forms of the login screen. */
export type AuthFormProps<V extends FormValues> = {
  form: Form<V>
  auth: AuthRequest
  /** Called with the typed address, so that the other form can prefill it. */
  onEmail: (email: string) => void
}

type AccountPanelProps = {
  mode: AuthMode
  title: string
  intro: string
  /** Label of the button, and its label while the call is running. */
  submit: string
  submitting: string
  auth: AuthRequest
  onSubmit: () => void
  children: ReactNode
}

/** One side of the login screen: title, fields, the last error, and the button. */
export function AccountPanel({ mode, title, intro, submit, submitting, auth, ...rest }: AccountPanelProps) {
  const id = useId()
  const { busy, failure } = auth

  function handleSubmit(event: FormEvent): void {
    event.preventDefault()
    if (busy === null) rest.onSubmit()
  }

  return (
    // `method="post"`: a form submitted before hydration must not put the password into the URL.
    <form method="post" noValidate aria-labelledby={id} onSubmit={handleSubmit} className="flex flex-col">
      <h2 id={id} className="font-display text-2xl font-semibold">
        {title}
      </h2>
      <p className="mt-1 mb-6 text-ink-soft">{intro}</p>
      {rest.children}
      {failure?.mode === mode && <FailureNote failure={failure.failure} />}
      <Button variant="outline" type="submit" aria-disabled={busy !== null} className="mt-1 min-h-12 w-full">
        {busy === mode ? submitting : submit}
      </Button>
      <SlowNote waiting={busy === mode}>This takes longer than usual. We are still waiting for an answer.</SlowNote>
    </form>
  )
}

/** The text of the alert, shown again at the form. The alert itself was announced. */
function FailureNote({ failure }: { failure: Failure }) {
  return (
    <div className="mb-4 rounded-md border border-brick px-4 py-3 text-brick">
      <p className="font-semibold">{failure.title}</p>
      <p className="wrap-anywhere">{failure.text}</p>
      {failure.hint && <p className="mt-1 text-sm">{failure.hint}</p>}
    </div>
  )
}
