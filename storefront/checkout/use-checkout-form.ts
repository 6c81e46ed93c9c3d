import type { User } from '@shop/contract/accounts'
import { asRecord, asText } from '@shop/contract/coercion'
import { useEffect, useState } from 'react'
import { knownCustomer } from '../accounts/known-customer.ts'
import { CHECKOUT_TAB_KEY } from '../accounts/personal-data.ts'
import { readTabStored, writeTabStored } from '../data/tab-storage.ts'
import { type Form, useForm } from '../forms/use-form.ts'
import { type CheckoutValues, checkCheckout, cutField, readCheckoutValues } from './checkout-fields.ts'

type CheckoutForm = {
  form: Form<CheckoutValues>
  /** The delivery option that the shopper chose; `null` before. */
  chosen: string | null
  choose: (id: string) => void
}

/**
 * The form's values, which survive a reload of the tab for the same visitor; card data is never part of it. Names and
 * e-mail of the account replace typed ones and are not stored.
 */
export function useCheckoutForm(user: User | null): CheckoutForm {
  const [stored] = useState(() => readStoredForm(user?.customer_id ?? null))
  const [chosen, choose] = useState(stored.chosen)
  const form = useForm({
    initial: stored.values,
    fixed: knownCustomer(user),
    check: checkCheckout,
    normalize: cutField,
  })
  const { typed: values } = form
  const visitor = user?.customer_id ?? null

  useEffect(() => writeTabStored(CHECKOUT_TAB_KEY, { visitor, values, chosen }), [visitor, values, chosen])

  return { form, chosen, choose }
}

/** A guest's input stays when they sign in; a customer's is not shown to anyone else. */
function readStoredForm(visitor: string | null): { values: CheckoutValues; chosen: string | null } {
  const stored = asRecord(readTabStored(CHECKOUT_TAB_KEY))
  const owner = asText(stored?.visitor)
  const own = owner === null || owner === visitor
  return { values: readCheckoutValues(own ? stored?.values : null), chosen: own ? asText(stored?.chosen) : null }
}
