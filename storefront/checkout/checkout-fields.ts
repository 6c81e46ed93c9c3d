import type { User } from '@shop/contract/accounts/calls'
import { EMAIL_LENGTH, NAME_LENGTH } from '@shop/contract/accounts/fields'
import { shortZipProblem, zipQuestion } from '@shop/contract/address/us-regions'
import { parseStateCode } from '@shop/contract/address/us-states'
import { asRecord, asText } from '@shop/contract/http/coercion'
import { useEffect, useState } from 'react'
import { customerErrors } from '../accounts/customer-fields.tsx'
import { CHECKOUT_TAB_KEY } from '../accounts/personal-data.ts'
import { knownCustomer } from '../accounts/session-store.ts'
import { readTabStored, writeTabStored } from '../data/storage.ts'
import { type FormErrors, useForm } from '../forms/use-form.ts'

/**
 * The form's values, which survive a reload of the tab for the same visitor; card data is never part of it. Names and
 * e-mail of the account replace typed ones and are not stored.
 */
export function useCheckoutForm(user: User | null) {
  const visitor = user && (user.customer_id || user.email)
  const [stored] = useState(() => readStoredForm(visitor))
  const [chosen, choose] = useState(stored.chosen)
  const fixed = knownCustomer(user)
  const form = useForm({ initial: stored.values, fixed, check: checkCheckout, normalize: cutField })
  const { typed: values } = form

  useEffect(() => writeTabStored(CHECKOUT_TAB_KEY, { visitor, values, chosen }), [visitor, values, chosen])

  return { form, chosen, choose }
}

/** A guest's input stays when they sign in; a customer's is not shown to anyone else. */
function readStoredForm(visitor: string | null): { values: CheckoutValues; chosen: string | null } {
  const stored = asRecord(readTabStored(CHECKOUT_TAB_KEY))
  const owner = asText(stored?.visitor)
  const own = owner === null || owner === visitor
  return { values: parseCheckoutValues(own ? stored?.values : null), chosen: own ? asText(stored?.chosen) : null }
}

export const ONLY_COUNTRY = 'US'
export const PAYMENT_METHOD = 'Card'

/** Maximum lengths of the fields; the specification's where it has one. */
export const FIELD_LENGTHS = {
  firstName: NAME_LENGTH,
  lastName: NAME_LENGTH,
  email: EMAIL_LENGTH,
  phone: 30,
  address1: 300,
  address2: 300,
  city: NAME_LENGTH,
  state: 2,
  zipCode: 5,
} as const

/** The values of the checkout form, in screen order; country and payment method are fixed. */
export type CheckoutValues = Record<keyof typeof FIELD_LENGTHS, string>
export type CheckoutName = keyof CheckoutValues

const UPPER_CASED: readonly CheckoutName[] = ['address1', 'address2', 'city']

/** Cuts typed text to its field's length; upper-casing is done by the field itself, because of input methods. */
function cutField(name: CheckoutName, value: string): string {
  return value.slice(0, FIELD_LENGTHS[name])
}

/** A normalized value: address lines and city upper-cased, every field cut to its length. */
export function normalizeField(name: CheckoutName, value: string): string {
  return cutField(name, UPPER_CASED.includes(name) ? value.toUpperCase() : value)
}

const REQUIRED_MESSAGES = {
  address1: 'Please enter a street address',
  city: 'Please enter a city',
  state: 'Please choose a state',
  zipCode: 'Please enter a ZIP code',
} as const satisfies Partial<Record<CheckoutName, string>>

/** Errors for missing or malformed fields. Phone and address line 2 are optional. */
export function checkCheckout(values: CheckoutValues): FormErrors<CheckoutValues> {
  const zip = shortZipProblem(values.zipCode)
  const missing = Object.entries(REQUIRED_MESSAGES).filter(
    ([name]) => values[name as keyof typeof REQUIRED_MESSAGES].trim() === '',
  )
  return {
    ...customerErrors(values),
    ...(parseStateCode(values.state) === null && { state: REQUIRED_MESSAGES.state }),
    ...(zip !== null && { zipCode: zip }),
    ...Object.fromEntries(missing),
  }
}

/**
 * Why state and ZIP code may not belong together, such as "01970 is a ZIP code in Massachusetts, not Maine"; `null` where
 * nothing speaks against them. Some ZIP codes cross a border, so this is asked and never refused.
 */
export function zipDoubt({ state, zipCode }: Pick<CheckoutValues, 'state' | 'zipCode'>): string | null {
  const code = parseStateCode(state)
  return code === null || zipCode.length < FIELD_LENGTHS.zipCode ? null : zipQuestion(zipCode, code)
}

/** The values of a reloaded tab, in screen order; anything unreadable is an empty field. */
export function parseCheckoutValues(stored: unknown): CheckoutValues {
  const row = asRecord(stored)
  const text = (name: CheckoutName): string => {
    const value = row?.[name]
    return typeof value === 'string' ? normalizeField(name, value) : ''
  }
  return {
    firstName: text('firstName'),
    lastName: text('lastName'),
    email: text('email'),
    phone: text('phone'),
    address1: text('address1'),
    address2: text('address2'),
    city: text('city'),
    state: parseStateCode(text('state')) ?? '',
    zipCode: text('zipCode'),
  }
}
