import { ButtonLink } from '../../links/shop-link.tsx'
import { Button } from '../../ui/button.tsx'
import { focusOnAppear } from '../../ui/focus.ts'
import { Heading } from '../../ui/heading.tsx'
import type { Phase } from './use-placing.ts'

type AttemptStatusProps = {
  phase: Extract<Phase, { name: 'checking' | 'placed' }>
  email: string
  onCheckAgain: () => void
}

/** Instead of the form while it is not known whether the card was charged, so no one orders twice. */
export function AttemptStatus({ phase, email, onCheckAgain }: AttemptStatusProps) {
  const number = phase.number ? ` Your reference number is ${phase.number}.` : ''
  return (
    <section aria-labelledby="attempt-status" className="mt-6 max-w-[60ch] rounded-lg bg-card p-6">
      <Heading id="attempt-status" ref={focusOnAppear} tabIndex={-1} className="mb-3">
        {phase.name === 'placed' ? 'Your order has been placed' : 'We’re checking your payment'}
      </Heading>
      <p role="status">
        {phase.name === 'placed' && `We’ve emailed ${email || 'you'} a confirmation.${number}`}
        {phase.name === 'checking' &&
          !phase.isLate &&
          `Please don’t order again. This page updates as soon as we know.${number}`}
        {phase.name === 'checking' &&
          phase.isLate &&
          `This is taking longer than usual. We’ll email ${email || 'you'} once your order is confirmed. If it doesn’t go through, you won’t be charged.${number}`}
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        {phase.name === 'checking' && phase.isLate && <Button onClick={onCheckAgain}>Check Again</Button>}
        {phase.name === 'placed' && <ButtonLink to="/order-summary">Show Order</ButtonLink>}
      </div>
    </section>
  )
}
