import type { FormEvent, ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { SlowNote } from '../ui/slow-note.tsx'
import type { AccountRequest } from './use-account-request.ts'

type AccountFormProps = {
  label: string
  /** Label of the button, and its label while the call is running. */
  submit: string
  submitting: string
  /** What is said once the call has succeeded. */
  done: string
  request: AccountRequest
  onSubmit: () => void
  /** `ink` where it is what the page is for. */
  variant?: 'ink' | 'outline'
  /** Stands beside the button. */
  beside?: ReactNode
  children: ReactNode
}

/** A form about an account: fields, what the last call ended in, and the button. */
export function AccountForm({
  label,
  submit,
  submitting,
  done,
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
      <Outcome request={request} done={done} />
      <div className="flex flex-col gap-3 sm:flex-row sm:items-center">
        <Button variant={variant} type="submit" aria-disabled={request.busy} className="min-h-12 sm:min-w-48">
          {request.busy ? submitting : submit}
        </Button>
        {beside}
      </div>
      <SlowNote waiting={request.busy}>This takes longer than usual. We are still waiting for an answer.</SlowNote>
    </form>
  )
}

/** What the last call ended in; the live regions are there before their text. */
function Outcome({ request: { failure, ...request }, done }: { request: AccountRequest; done: string }) {
  return (
    <>
      <div role="alert">
        {failure !== null && (
          <p className="mb-4 rounded-md border border-brick px-4 py-3 wrap-anywhere text-brick">{failure}</p>
        )}
      </div>
      <div role="status">{request.done && <p className="mb-4 font-medium text-moss">{done}</p>}</div>
    </>
  )
}
