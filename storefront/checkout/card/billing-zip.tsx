import { BILLING_ZIP } from '@shop/contract/address/us-regions'
import { useState } from 'react'
import { TextField } from '../../forms/field.tsx'
import { useForm } from '../../forms/use-form.ts'

type Billing = ReturnType<typeof useBillingZip>

/**
 * The ZIP code of the card's owner, which is the delivery's until the shopper says otherwise; `null`: that of the delivery is
 * not known.
 */
export function useBillingZip(deliveryZip: string | null) {
  const [isSame, setSame] = useState(deliveryZip !== null)
  const form = useForm({ initial: { billingZip: '' }, check: checkZip })
  return {
    canBeSame: deliveryZip !== null,
    isSame,
    setSame,
    field: form.field('billingZip'),
    zip: isSame ? (deliveryZip ?? '') : form.values.billingZip,
    check: () => isSame || form.checkAll(),
  }
}

function checkZip({ billingZip }: { billingZip: string }) {
  return BILLING_ZIP.test(billingZip) ? {} : { billingZip: 'Please enter a 5-digit ZIP code' }
}

export function BillingZip({ billing, error }: { billing: Billing; error: string | null }) {
  const { canBeSame, isSame, setSame, field } = billing
  return (
    <>
      {canBeSame && (
        <label className="mb-4 flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            checked={isSame}
            onChange={(event) => setSame(event.currentTarget.checked)}
            className="size-5 accent-ink"
          />
          Billing ZIP code is the same as delivery
        </label>
      )}
      {!isSame && (
        <TextField
          {...field}
          error={field.error ?? error}
          label="Billing ZIP code"
          required
          inputMode="numeric"
          autoComplete="billing postal-code"
          maxLength={5}
        />
      )}
    </>
  )
}
