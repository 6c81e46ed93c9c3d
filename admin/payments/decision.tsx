import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { confirmOnce } from '../ui/dialog.tsx'
import { usePlainCall } from '../ui/form.tsx'
import { FailureLine } from '../ui/states.tsx'
import { PAYMENTS_KEY } from './payments.queries.ts'

type DecisionProps = {
  label: string
  /** The subject, for screen readers, where the page has several of the same buttons. */
  subject?: string
  /** Asked before it is done: it has no undo. */
  question: string
  send: () => Promise<unknown>
  onDone?: () => void
  isQuiet?: boolean
}

/** A button that decides something about a payment, once it is confirmed. It needs the connection, and is never sent later. */
export function Decision({ label, subject, question, send, onDone, isQuiet = false }: DecisionProps) {
  const queryClient = useQueryClient()
  const { press, isPending, failure } = usePlainCall(send, () => {
    onDone?.()
    return refreshPayments(queryClient)
  })
  const ask = () =>
    confirmOnce({
      title: label,
      children: question,
      labels: { confirm: label, cancel: 'Cancel' },
      onConfirm: () => press(),
    })
  return (
    <div>
      <FailureLine text={failure} />
      <Button
        variant={isQuiet ? 'default' : 'filled'}
        loading={isPending}
        onClick={ask}
        {...(subject === undefined ? {} : { 'aria-label': `${label}: ${subject}` })}
      >
        {label}
      </Button>
    </div>
  )
}

/** Whatever a decision may have changed is asked for anew. */
export async function refreshPayments(queryClient: ReturnType<typeof useQueryClient>): Promise<void> {
  await Promise.all(
    [PAYMENTS_KEY, ['today'], ['orders']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  )
}
