export type Carrier = { name: string; url: string }

/** Patterns of carriers' tracking numbers, the most specific first, and their tracking pages. */
const CARRIERS: readonly { name: string; pattern: RegExp; page: string }[] = [
  { name: 'UPS', pattern: /^1Z[A-Z0-9]{16}$/, page: 'https://www.ups.com/track?tracknum=' },
  {
    name: 'USPS',
    pattern: /^(9[1-5]\d{18,20}|[A-Z]{2}\d{9}US)$/,
    page: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
  },
  { name: 'FedEx', pattern: /^(\d{12}|\d{15})$/, page: 'https://www.fedex.com/fedextrack/?trknbr=' },
]

/** Recognizes the carrier by its tracking number; `null` when no pattern matches. */
export function findCarrier(trackingNumber: string): Carrier | null {
  const number = trackingNumber.replace(/[\s-]/g, '').toUpperCase()
  const carrier = CARRIERS.find(({ pattern }) => pattern.test(number))
  return carrier === undefined ? null : { name: carrier.name, url: `${carrier.page}${encodeURIComponent(number)}` }
}
