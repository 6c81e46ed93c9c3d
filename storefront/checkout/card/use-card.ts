import { placingCalls } from '@shop/contract/checkout/calls'
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

/** The card of an order. Without fields that can pay there is no token: those of the sandbox never can. */
export function useCard() {
  const card = useCardFields(openErrorsAfterState)
  const { fields, setErrors } = card
  const api = useApi()
  const paying = () => fields.current?.paying ?? null

  /** Shows what is missing; the first field of it, `null` when the card is complete. */
  function check(): CardField | null {
    const wrong = CARD_FIELDS.filter((field) => !paying()?.isValid(field))
    const errors: CardErrors['errors'] = Object.fromEntries(wrong.map((field) => [field, CARD_ERRORS[field]]))
    setErrors((before) => ({ ...before, errors }))
    return wrong[0] ?? null
  }

  /** Tells the shop, without anything of the shopper, that the fields do not work. It does not matter whether it arrives. */
  const reportFailure = () => void api.call(placingCalls.reportCardFailure, {}).catch(() => {})

  async function tokenize(billingZip: string): Promise<string | null> {
    try {
      const nonce = await paying()?.tokenize(billingZip)
      if (nonce || nonce === null) return nonce
    } catch (error) {
      console.info('The card could not be tokenized', error)
    }
    reportFailure()
    return null
  }

  return {
    card,
    check,
    tokenize,
    reportFailure,
    isReady: () => paying() !== null,
    focus: (field: CardField) => fields.current?.focus(field),
    clear: () => CARD_FIELDS.forEach((field) => void paying()?.clear(field)),
  }
}
