import { expect, test } from 'vitest'
import { findCarrier } from './tracking.ts'

test.each([
  ['1Z999AA10123456784', 'UPS', 'https://www.ups.com/track?tracknum=1Z999AA10123456784'],
  ['1z 999 aa1 01 2345 6784', 'UPS', 'https://www.ups.com/track?tracknum=1Z999AA10123456784'],
  [
    '9400 1000 0000 0000 0000 00',
    'USPS',
    'https://tools.usps.com/go/TrackConfirmAction?tLabels=9400100000000000000000',
  ],
  ['RB123456789US', 'USPS', 'https://tools.usps.com/go/TrackConfirmAction?tLabels=RB123456789US'],
  ['123456789012', 'FedEx', 'https://www.fedex.com/fedextrack/?trknbr=123456789012'],
])('the tracking number %s is one of %s', (number, name, url) => {
  expect(findCarrier(number)).toEqual({ name, url })
})

test.each(['1Z', '1Z9', '12345', 'by hand', ''])('%j has no known carrier', (number) => {
  expect(findCarrier(number)).toBeNull()
})
