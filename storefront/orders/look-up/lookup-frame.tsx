import { CallError } from '@shop/contract/http/errors'
import { type FormEvent, type ReactNode, useId } from 'react'
import { failedCall } from '../../data/failed-call.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Heading } from '../../ui/heading.tsx'
import { SlowNote } from '../../ui/slow-note.tsx'
import type { FoundOrder } from './use-found-order.ts'

/** The frame that both ways to an order share, so nothing moves when a visitor turns out to be signed in. */
export function LookupFrame({
  title,
  found,
  onSubmit,
  children,
}: {
  title: string
  found: FoundOrder
  onSubmit: () => void
  children: ReactNode
}) {
  const id = useId()

  function handleSubmit(event: FormEvent): void {
    event.preventDefault()
    if (!found.searching) onSubmit()
  }

  return (
    <form method="post" noValidate aria-labelledby={id} onSubmit={handleSubmit}>
      <Heading id={id}>{title}</Heading>
      <div className="mt-4 grid gap-x-5 sm:grid-cols-2 xl:grid-cols-1">{children}</div>
    </form>
  )
}

type SubmitLineProps = {
  found: FoundOrder
  /** There is nothing to find; the page says why and how to go on (R47). */
  disabled?: boolean
  children: ReactNode
}

export function SubmitLine({ found, disabled = false, children }: SubmitLineProps) {
  const missing = found.search !== null && found.order === null && !found.searching
  return (
    <div className="sm:col-span-2 xl:col-span-1">
      <div role="alert">
        {missing && (
          <Alert className="mb-4">
            <p className="font-medium">Order not found. Please check your details.</p>
            <FailureReason error={found.error} />
          </Alert>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <Button
          type="submit"
          disabled={disabled}
          aria-disabled={found.searching}
          className="max-sm:w-full sm:min-w-40 xl:w-full"
        >
          {found.searching ? 'Searching...' : 'Find Order'}
        </Button>
        {children}
      </div>
      <SlowNote waiting={found.searching}>
        This is taking longer than usual. We’re still looking for your order.
      </SlowNote>
    </div>
  )
}

/** A failed call, in a line of its own, since it is not the same as an order that is not there. */
function FailureReason({ error }: { error: Error | null }) {
  if (!(error instanceof CallError)) return null
  const reason = error.status === 429 ? tooMany(error.retryAfter) : failedCall(error)
  return reason && <p className="text-sm">{reason}</p>
}

/** After how long another try makes sense, as the server sent it, in seconds. */
function tooMany(seconds: number | null): string {
  const minutes = Math.ceil((seconds ?? 60) / 60)
  return `Too many tries. Wait ${minutes > 1 ? `${minutes} minutes` : 'a minute'}, then try again.`
}
