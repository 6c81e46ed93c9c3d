export const CARD_FIELDS = ['number', 'expirationDate', 'cvv'] as const
export type CardField = (typeof CARD_FIELDS)[number]

/** State of a hosted field; what was typed stays inside its frame (R17). */
export type CardFieldState = { isEmpty: boolean; isValid: boolean; isFocused: boolean }

/** The card fields of a payment provider: a module of its own, loaded on demand. */
export type PaymentFieldsModule = {
  /** A sentence below the fields. */
  CARD_NOTE: string
  /** Puts hosted card fields into the form; rejects when its client cannot be created. */
  createPaymentFields: (options: PaymentFieldsOptions) => Promise<PaymentFields>
}

export type PaymentFieldsOptions = {
  clientToken: string
  /** Empty elements of the form; the provider puts a frame into each. */
  containers: Readonly<Record<CardField, HTMLElement>>
  labels: Readonly<Record<CardField, string>>
  onState: (field: CardField, state: CardFieldState) => void
  /** Whether orders are open. */
  isOpen: boolean
}

/** Card fields on the page. They give no access to card numbers (R17). */
export type PaymentFields = {
  focus: (field: CardField) => void
  /** Marks a field as invalid for assistive technology, or as valid with `null`. */
  setError: (field: CardField, message: string | null) => void
  teardown: () => void
  /** `null` while orders are paused: nothing can be tokenized then. */
  paying: PayingFields | null
}

/** The fields once orders are open. */
export type PayingFields = {
  isValid: (field: CardField) => boolean
  /** The card as a nonce; `null` where the card itself was refused. Rejects where the fields do not work. */
  tokenize: (billingZip: string) => Promise<string | null>
  clear: (field: CardField) => void
}

export const CARD_LENGTHS = { number: 16, expirationDate: 5, cvv: 3 } as const satisfies Record<CardField, number>

export function textStyleOf(container: HTMLElement): { color: string; fontFamily: string; fontSize: string } {
  const { color, fontFamily, fontSize } = getComputedStyle(container)
  return { color, fontFamily, fontSize }
}

const ERROR_MESSAGES = {
  number: 'Please check the card number',
  expirationDate: 'Please enter the expiration date as MM/YY',
  cvv: 'Please enter the 3 digits of the CVV',
} as const satisfies Record<CardField, string>

export type CardErrors = {
  focused: CardField | null
  errors: Readonly<Partial<Record<CardField, string>>>
}

export const NO_CARD_ERRORS: CardErrors = { focused: null, errors: {} }

/**
 * A field is validated when it is left; its error disappears as soon as it is corrected, and no new error appears while
 * typing. While orders are paused an empty card field is never an error, since no order is placed (R17).
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
    errors: wrong ? { ...others, [field]: ERROR_MESSAGES[field] } : others,
  }
}
