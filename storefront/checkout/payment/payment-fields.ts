/** The fields of a card, by the names that Braintree gives them. */
export const CARD_FIELDS = ['number', 'expirationDate', 'cvv'] as const
export type CardField = (typeof CARD_FIELDS)[number]

/** What a hosted field tells of itself; what was typed stays inside its frame (R17). */
export type CardFieldState = { isEmpty: boolean; isValid: boolean; isFocused: boolean }

/**
 * What a payment provider is given: a module whose `createPaymentFields` puts hosted card fields into the form, and
 * rejects when its client cannot be made.
 */
export type PaymentFieldsOptions = {
  clientToken: string
  /** Empty boxes of the form; the provider puts a frame into each. */
  containers: Readonly<Record<CardField, HTMLElement>>
  labels: Readonly<Record<CardField, string>>
  onState: (field: CardField, state: CardFieldState) => void
}

/** Card fields that are on the page. There is no way to a card number or a payment through here (R17). */
export type PaymentFields = {
  focus: (field: CardField) => void
  /** Marks a field as wrong, or as fine with `null`, for whoever hears the page instead of seeing it. */
  setError: (field: CardField, message: string | null) => void
  /** Takes the frames off the page. */
  teardown: () => void
}

/** The most characters of each field (section 5). */
export const CARD_LENGTHS = { number: 16, expirationDate: 5, cvv: 3 } as const satisfies Record<CardField, number>

/** The text style that hosted fields copy from the form around them. */
export function textStyleOf(container: HTMLElement): { color: string; fontFamily: string; fontSize: string } {
  const { color, fontFamily, fontSize } = getComputedStyle(container)
  return { color, fontFamily, fontSize }
}
