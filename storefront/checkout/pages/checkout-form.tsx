import type { User } from '@shop/contract/accounts/calls'
import { useState } from 'react'
import { useTax } from '../../estimate/use-tax.ts'
import { lazyComponent } from '../../router/lazy-component.ts'
import { useShop } from '../../site/shop-settings.tsx'
import { CardSection } from '../card/card-section.tsx'
import { useCardFields } from '../card/use-card-fields.ts'
import { useCheckoutForm } from '../checkout-fields.ts'
import { CheckoutLayout } from '../checkout-layout.tsx'
import { focusDelivery } from '../delivery-choice.tsx'
import { useCheckout } from '../use-checkout.ts'
import { usePayNow } from '../use-pay-now.ts'

/** Only loaded when orders are open. */
const OpenCheckout = lazyComponent('placing', () =>
  import('../open/open-checkout.tsx').then((file) => file.OpenCheckout),
)

/** Only loaded for the page of a payment link. */
export const loadLinkedOrder = async () => (await import('../pay-link/linked-order.tsx')).LinkedOrder

/** The checkout form. Only rendered in the browser (R16). */
export function CheckoutForm(props: { user: User | null; onPlaced: (isPlaced: true) => void }) {
  const Form = useShop().orders === 'open' ? OpenCheckout : PausedCheckout
  return <Form {...props} />
}

function PausedCheckout({ user }: { user: User | null }) {
  const input = useCheckoutForm(user)
  const { form } = input
  const checkout = useCheckout(input, useTax(form.values.state))
  const { delivery } = checkout
  const [submitted, setSubmitted] = useState(false)
  const { processing, payNow } = usePayNow({
    isDeliveryMissing: delivery.isMissing,
    onSettled: () => {
      setSubmitted(true)
      if (form.checkAll() && delivery.isMissing) focusDelivery()
    },
  })
  return (
    <CheckoutLayout checkout={checkout} submitted={submitted} processing={processing} onPay={payNow}>
      <CardSection card={useCardFields()} />
    </CheckoutLayout>
  )
}
