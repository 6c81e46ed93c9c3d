import type { CardField, CardFieldState } from './payment-fields.ts'

const ERRORS = {
  number: 'Please check the card number',
  expirationDate: 'Please enter the expiry date as MM/YY',
  cvv: 'Please enter the 3 digits of the CVV',
} as const satisfies Record<CardField, string>

/** Which card field has focus, and the errors of the others. */
export type CardErrors = {
  focused: CardField | null
  errors: Readonly<Partial<Record<CardField, string>>>
}

export const NO_CARD_ERRORS: CardErrors = { focused: null, errors: {} }

/**
 * A field is validated when it is left; its error disappears as soon as it is corrected, and no new error appears while
 * typing. An empty card field is never an error, since no order is placed (R17).
 */
export function cardErrorsAfterState(
  { focused, errors }: CardErrors,
  field: CardField,
  state: CardFieldState,
): CardErrors {
  const left = focused === field && !state.isFocused
  const { [field]: error, ...others } = errors
  const wrong = !state.isEmpty && !state.isValid && (left || error !== undefined)
  return {
    focused: state.isFocused ? field : left ? null : focused,
    errors: wrong ? { ...others, [field]: ERRORS[field] } : others,
  }
}
