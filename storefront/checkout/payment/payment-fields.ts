/** The fields of a card, by Braintree's names. */
export const CARD_FIELDS = ['number', 'expirationDate', 'cvv'] as const
export type CardField = (typeof CARD_FIELDS)[number]

/** State of a hosted field; what was typed stays inside its frame (R17). */
export type CardFieldState = { isEmpty: boolean; isValid: boolean; isFocused: boolean }

/**
 * The interface of a payment provider: a module whose `createPaymentFields` puts hosted card fields into the form, and
 * rejects when its client cannot be created.
 */
export type PaymentFieldsOptions = {
  clientToken: string
  /** Empty elements of the form; the provider puts a frame into each. */
  containers: Readonly<Record<CardField, HTMLElement>>
  labels: Readonly<Record<CardField, string>>
  onState: (field: CardField, state: CardFieldState) => void
}

/** Card fields on the page. They give no access to card numbers or payments (R17). */
export type PaymentFields = {
  focus: (field: CardField) => void
  /** Marks a field as invalid for assistive technology, or as valid with `null`. */
  setError: (field: CardField, message: string | null) => void
  /** Removes the frames. */
  teardown: () => void
}

/** Maximum lengths of the fields. */
export const CARD_LENGTHS = { number: 16, expirationDate: 5, cvv: 3 } as const satisfies Record<CardField, number>

/** The text style that hosted fields copy from the form. */
export function textStyleOf(container: HTMLElement): { color: string; fontFamily: string; fontSize: string } {
  const { color, fontFamily, fontSize } = getComputedStyle(container)
  return { color, fontFamily, fontSize }
}
