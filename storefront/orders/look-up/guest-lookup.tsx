import { normalizeOrderNumber } from '@shop/contract/orders/calls'
import { customerErrors, EmailField, NameFields } from '../../accounts/customer-fields.tsx'
import { TextField } from '../../forms/field.tsx'
import { type FormErrors, useForm } from '../../forms/use-form.ts'
import { Link } from '../../router/link.tsx'
import { useLocation } from '../../router/router.tsx'
import { TALL_INLINE_LINK } from '../../ui/button.tsx'
import type { Lookup } from '../orders.queries.ts'
import { LookupFrame, SubmitLine } from './lookup-frame.tsx'
import type { FoundOrder } from './use-found-order.ts'

const EMPTY_LOOKUP: Lookup = { firstName: '', lastName: '', email: '', orderId: '' }

/**
 * 'Find Your Order': the details that a guest needs, all required (section 5). They stay as they were typed, for the next
 * search; a found order gets the focus, which brings it onto the screen of a phone.
 */
export function GuestLookup({ found, wanted }: { found: FoundOrder; wanted: string }) {
  const location = useLocation()
  const form = useForm<Lookup>({
    initial: { ...(found.search?.lookup ?? { ...EMPTY_LOOKUP, orderId: wanted }) },
    check,
  })

  function handleSubmit(): void {
    if (!form.checkAll()) return
    const { firstName, lastName, email, orderId } = form.values
    found.find({
      firstName: firstName.trim(),
      lastName: lastName.trim(),
      email: email.trim(),
      orderId: normalizeOrderNumber(orderId),
    })
  }

  return (
    <LookupFrame title="Find Your Order" found={found} onSubmit={handleSubmit}>
      <NameFields field={form.field} />
      <EmailField {...form.field('email')} />
      <TextField
        {...form.field('orderId')}
        label="Order number"
        required
        inputMode="numeric"
        autoComplete="off"
        maxLength={40}
      />
      <SubmitLine found={found}>
        <p className="text-sm text-ink-soft">
          Have an account?{' '}
          <Link
            to="/login"
            state={{ from: location }}
            className={`${TALL_INLINE_LINK} font-medium text-clay underline underline-offset-4`}
          >
            Sign in
          </Link>{' '}
          to choose from your orders.
        </p>
      </SubmitLine>
    </LookupFrame>
  )
}

function check(lookup: Lookup): FormErrors<Lookup> {
  return {
    ...customerErrors(lookup),
    ...(normalizeOrderNumber(lookup.orderId) === '' && { orderId: 'Please enter an order number' }),
  }
}
