import { CallError } from '@shop/contract/http/errors'
import type { FormEvent, ReactNode } from 'react'
import { failedCall } from '../data/failed-call.ts'
import { useSend } from '../data/use-send.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { SlowNote } from '../ui/slow-note.tsx'
import { clearSession } from './session-store.ts'

type AccountFormProps = {
  label: string
  submit: string
  submitting: string
  /** The message after a successful call, where the form stays. */
  done?: string
  request: ReturnType<typeof useAccountRequest>
  onSubmit: () => void
  /** `ink` where it is what the page is for. */
  variant?: 'ink' | 'outline'
  beside?: ReactNode
  children: ReactNode
}

export function AccountForm({
  label,
  submit,
  submitting,
  done = '',
  request,
  onSubmit,
  variant = 'outline',
  beside,
  children,
}: AccountFormProps) {
  function handleSubmit(event: FormEvent): void {
    event.preventDefault()
    if (!request.busy) onSubmit()
  }

  return (
    // `method="post"`: a form submitted before hydration must not put the password into the URL.
    <form method="post" noValidate aria-label={label} onSubmit={handleSubmit} className="flex flex-col">
      {children}
      {/* The live regions are there before their text. */}
      <div role="alert">{request.failure !== null && <Alert className="mb-4">{request.failure}</Alert>}</div>
      <div role="status">{request.done && <p className="mb-4 font-medium text-moss">{done}</p>}</div>
      <div className="flex flex-col gap-3 sm:flex-row sm:items-center">
        <Button variant={variant} type="submit" aria-disabled={request.busy} className="min-h-12 sm:min-w-48">
          {request.busy ? submitting : submit}
        </Button>
        {beside}
      </div>
      <SlowNote waiting={request.busy}>This is taking longer than usual. We’re still waiting for an answer.</SlowNote>
    </form>
  )
}

/** One call of an account at a time. */
export function useAccountRequest() {
  const { isPending, isSuccess, error, send } = useSend((call: () => Promise<unknown>) => signOutWhereEnded(call()))
  return { busy: isPending, done: isSuccess, failure: error && accountFailure(error), send }
}

/** The answer to a call. When the session has ended, the visitor is signed out here as well. */
export function signOutWhereEnded<Answer>(answer: Promise<Answer>): Promise<Answer> {
  return answer.catch((error: unknown) => {
    if (isSignedOut(error)) clearSession()
    throw error
  })
}

/** Another backend may not have the calls of an account, which are our additions. */
const NOT_OFFERED = 'You can’t do this here right now. Please write to us instead.'

/** The message for a failed call of an account: the server's where it is meant for the customer. */
export function accountFailure(error: unknown): string {
  if (!(error instanceof CallError) || error.kind === 'parse') return NOT_OFFERED
  const { status, serverMessage } = error
  const refusal = status === 404 || status === 405 ? null : serverMessage
  return failedCall(error) ?? refusal ?? NOT_OFFERED
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof CallError && error.status === 401
}

export function isInvalidLink(error: unknown): boolean {
  return error instanceof CallError && error.status === 409
}
