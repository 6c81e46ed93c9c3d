import { placingCalls } from '@shop/contract/checkout/calls'
import { asRecord } from '@shop/contract/http/coercion'
import { useApi } from '../../data/api.tsx'
import { CARD_FIELDS, type CardErrors, type CardField, cardErrorsAfterState } from './payment-fields.ts'
import { useCardFields } from './use-card-fields.ts'

const CARD_ERRORS = {
  number: 'Please enter your card number',
  expirationDate: 'Please enter the expiration date as MM/YY',
  cvv: 'Please enter the CVV: 3 digits, or 4 for American Express',
} as const satisfies Record<CardField, string>

/** A card is required: what is missing is an error, which stays until the field is right. */
const openErrorsAfterState: typeof cardErrorsAfterState = (before, field, state) => {
  const { focused, errors } = cardErrorsAfterState(before, field, state)
  const isWrong = errors[field] !== undefined || (before.errors[field] !== undefined && !state.isValid)
  return { focused, errors: isWrong ? { ...errors, [field]: CARD_ERRORS[field] } : errors }
}

/** The card of an order. Without Braintree's fields there is no token: the sandbox can never pay. */
export function useCard() {
  const card = useCardFields(openErrorsAfterState)
  const { fields, setErrors } = card
  const api = useApi()
  const hosted = () => fields.current?.hosted ?? null

  /** Shows what is missing; the first field of it, `null` when the card is complete. */
  function check(): CardField | null {
    const states = hosted()?.getState().fields
    const wrong = CARD_FIELDS.filter((field) => states?.[field].isValid !== true)
    const errors: CardErrors['errors'] = Object.fromEntries(wrong.map((field) => [field, CARD_ERRORS[field]]))
    setErrors((before) => ({ ...before, errors }))
    return wrong[0] ?? null
  }

  /** Tells the shop, without anything of the shopper, that the fields do not work. It does not matter whether it arrives. */
  const reportFailure = () => void api.call(placingCalls.reportCardFailure, {}).catch(() => {})

  async function tokenize(billingZip: string): Promise<string | null> {
    try {
      const token = await hosted()?.tokenize({ billingAddress: { postalCode: billingZip } })
      if (token?.nonce) return token.nonce
      reportFailure()
    } catch (error) {
      console.info('The card could not be tokenized', error)
      if (asRecord(error)?.type !== 'CUSTOMER') reportFailure()
    }
    return null
  }

  return {
    card,
    check,
    tokenize,
    reportFailure,
    isReady: () => hosted() !== null,
    focus: (field: CardField) => void hosted()?.focus(field),
    clear: () => CARD_FIELDS.forEach((field) => void hosted()?.clear(field)),
  }
}
