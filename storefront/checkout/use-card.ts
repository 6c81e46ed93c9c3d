import type { HostedFields } from 'braintree-web/hosted-fields'
import { useMemo, useRef } from 'react'
import { CARD_FIELDS, type CardErrors, type CardField, type PayingCard } from './payment/payment-fields.ts'

const CARD_ERRORS = {
  number: 'Please enter your card number',
  expirationDate: 'Please enter the expiry date as MM/YY',
  cvv: 'Please enter the CVV: 3 digits, or 4 of American Express',
} as const satisfies Record<CardField, string>

type ShownCard = { fields: HostedFields | null; showErrors: (errors: CardErrors['errors']) => void }

/** The card of an order. Without Braintree's fields there is no token: the sandbox can never pay. */
export function useCard() {
  const card = useRef<ShownCard>({ fields: null, showErrors: () => {} })
  const paying: PayingCard = useMemo(
    () => ({
      errors: CARD_ERRORS,
      onFields: (fields, showErrors) => {
        card.current = { fields, showErrors }
      },
    }),
    [],
  )

  /** Shows what is missing; the first field of it, `null` when the card is complete. */
  function check(): CardField | null {
    const states = card.current.fields?.getState().fields
    const wrong = CARD_FIELDS.filter((field) => states?.[field].isValid !== true)
    card.current.showErrors(Object.fromEntries(wrong.map((field) => [field, CARD_ERRORS[field]])))
    return wrong[0] ?? null
  }

  async function tokenize(billingZip: string): Promise<string | null> {
    try {
      const token = await card.current.fields?.tokenize({ billingAddress: { postalCode: billingZip } })
      return token?.nonce || null
    } catch (error) {
      console.info('The card could not be tokenized', error)
      return null
    }
  }

  return {
    paying,
    check,
    tokenize,
    isReady: () => card.current.fields !== null,
    focus: (field: CardField) => void card.current.fields?.focus(field),
    clear: () => CARD_FIELDS.forEach((field) => void card.current.fields?.clear(field)),
  }
}
