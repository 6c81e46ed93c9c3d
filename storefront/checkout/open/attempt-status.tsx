import { ButtonLink } from '../../links/shop-link.tsx'
import { Button } from '../../ui/button.tsx'
import { FormStatus } from '../../ui/form-status.tsx'
import type { Phase } from './use-placing.ts'

type AttemptStatusProps = {
  phase: Extract<Phase, { name: 'checking' | 'placed' }>
  email: string
  onCheckAgain: () => void
}

/** Instead of the form while it is not known whether the card was charged, so no one orders twice. */
export function AttemptStatus({ phase, email, onCheckAgain }: AttemptStatusProps) {
  const number = phase.number ? ` Your reference number is ${phase.number}.` : ''
  const to = email || 'you'
  if (phase.name === 'placed') {
    return (
      <FormStatus
        as="h2"
        isNew
        title="Your order has been placed"
        action={<ButtonLink to="/order-summary">Show Order</ButtonLink>}
      >
        We’ll email {to} a confirmation.{number}
      </FormStatus>
    )
  }
  return (
    <FormStatus
      as="h2"
      isNew
      title="We’re checking your payment"
      action={phase.isLate && <Button onClick={onCheckAgain}>Check Again</Button>}
    >
      {phase.isLate
        ? `This is taking longer than usual. We’ll email ${to} once your order is confirmed. If it doesn’t go through, you won’t be charged.${number}`
        : `Please don’t order again. This page updates as soon as we know.${number}`}
    </FormStatus>
  )
}
