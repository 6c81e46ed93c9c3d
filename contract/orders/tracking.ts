/** Parcels of an order, and characters of all their numbers together. */
const MAX_PARCELS = 10
export const TRACKING_LENGTH = 400

export const TRACKING_NUMBER = /^[\p{L}\p{N} ._/-]{1,100}$/u

export function listTrackingNumbers(text: string): string[] {
  return text
    .split(',')
    .map((number) => number.trim())
    .filter((number) => number !== '')
}

export function joinTrackingNumbers(numbers: readonly string[]): string {
  return numbers.join(', ')
}

export function areTrackingNumbers(text: string): boolean {
  const numbers = listTrackingNumbers(text)
  return (
    text.length <= TRACKING_LENGTH &&
    numbers.length > 0 &&
    numbers.length <= MAX_PARCELS &&
    numbers.every((number) => TRACKING_NUMBER.test(number))
  )
}

type Carrier = { name: string; url: string }

/** Patterns of tracking numbers, the most specific first, with the carriers' pages. */
const CARRIERS: readonly { name: string; pattern: RegExp; page: string }[] = [
  { name: 'UPS', pattern: /^1Z[A-Z0-9]{16}$/, page: 'https://www.ups.com/track?tracknum=' },
  {
    name: 'USPS',
    pattern: /^(9[1-5]\d{18,20}|[A-Z]{2}\d{9}US)$/,
    page: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
  },
  { name: 'FedEx', pattern: /^(\d{12}|\d{15})$/, page: 'https://www.fedex.com/fedextrack/?trknbr=' },
]

/** Finds the carrier by tracking number, else by name, then without a page. */
export function resolveCarrier(
  trackingNumber: string,
  named: string | null,
): { name: string; url: string | null } | null {
  return findCarrier(trackingNumber) ?? (named === null ? null : { name: named, url: null })
}

export function findCarrier(trackingNumber: string): Carrier | null {
  const number = trackingNumber.replace(/[\s-]/g, '').toUpperCase()
  const carrier = CARRIERS.find(({ pattern }) => pattern.test(number))
  return carrier === undefined ? null : { name: carrier.name, url: `${carrier.page}${encodeURIComponent(number)}` }
}
