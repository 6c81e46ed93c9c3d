/** Where an order came in. */
export const ORDER_CHANNELS = ['online', 'phone', 'fair'] as const
export type OrderChannel = (typeof ORDER_CHANNELS)[number]

/** Letters, digits, blanks, dots, slashes and dashes, at most 100. */
export const TRACKING_NUMBER = /^[\p{L}\p{N} ._/-]{1,100}$/u

/** The longest note, in characters, of an order or of a refund. */
export const NOTE_LENGTH = 1000

/** The longest reason for which the shop cancels, in characters. */
export const REASON_LENGTH = 200
