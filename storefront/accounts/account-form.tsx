import { CallError } from '@shop/contract/http/errors'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { failedCall } from '../data/failed-call.ts'
import { Button } from '../ui/button.tsx'
import { SlowNote } from '../ui/slow-note.tsx'
import { clearSession } from './session-store.ts'

type AccountFormProps = {
  label: string
  submit: string
  submitting: string
  /** What is said once the call has succeeded, where the form stays. */
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
      <div role="alert">
        {request.failure !== null && (
          <p className="mb-4 rounded-md border border-brick px-4 py-3 wrap-anywhere text-brick">{request.failure}</p>
        )}
      </div>
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

/** One call of an account at a time. When the session has ended, the visitor is signed out here as well. */
export function useAccountRequest() {
  const [state, setState] = useState<'idle' | 'busy' | 'done'>('idle')
  /** The message about the last call. */
  const [failure, setFailure] = useState<string | null>(null)
  const underWay = useRef(false)

  /** Makes a call, unless one is running; resolves with whether it succeeded. */
  async function send(call: () => Promise<unknown>, onFailed?: (error: unknown) => void): Promise<boolean> {
    if (underWay.current) return false
    underWay.current = true
    setState('busy')
    setFailure(null)
    try {
      await call()
      setState('done')
      return true
    } catch (error) {
      console.info('A call of the account failed', error)
      setState('idle')
      setFailure(accountFailure(error))
      onFailed?.(error)
      if (isSignedOut(error)) clearSession()
      return false
    } finally {
      underWay.current = false
    }
  }

  return { busy: state === 'busy', done: state === 'done', failure, send }
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

/** Whether a mailed link is used, expired or unknown. */
export function isInvalidLink(error: unknown): boolean {
  return error instanceof CallError && error.status === 409
}
