import * as z from 'zod/mini'
import { cleanedWords } from '../cleaned.ts'
import {
  ADDRESS_PARTS,
  type AddressPart,
  addressErrors,
  EMPTY_ADDRESS,
  formatAddress,
  HOME_COUNTRY,
  isEmptyAddress,
  normalizeAddress,
} from '../postal-address.ts'
import { ADDRESS_LENGTHS } from './postal-address.ts'

const part = (name: AddressPart) =>
  z._default(z.string().check(cleanedWords, z.maxLength(ADDRESS_LENGTHS[name], 'This is too long')), '')

/** Where the shop is, in parts. */
export const ownAddress = z.object(
  {
    company: part('company'),
    address1: part('address1'),
    address2: part('address2'),
    city: part('city'),
    state: part('state'),
    zip: part('zip'),
    country: z._default(z.string(), HOME_COUNTRY),
    /** That the ZIP code is right although those of its state begin otherwise. */
    zip_is_right: z._default(z.boolean(), false),
    /** The address in lines as earlier versions kept it, until it was entered in parts; else empty. */
    lines: z._default(z.string().check(z.maxLength(300)), ''),
  },
  'must be an address in parts',
)
export type OwnAddress = z.output<typeof ownAddress>

/** The same as it is entered: without anything, or with each part that mail needs. */
export const typedOwnAddress = ownAddress.check(
  z.superRefine((address, context) => {
    if (isEmptyAddress(address)) return
    const errors = addressErrors(normalizeAddress(address), address.zip_is_right)
    for (const name of ADDRESS_PARTS) {
      const message = errors[name]
      if (message !== undefined) context.issues.push({ code: 'custom', path: [name], message, input: address[name] })
    }
  }),
)

export const NO_ADDRESS: OwnAddress = { ...EMPTY_ADDRESS, zip_is_right: false, lines: '' }

/** As it is stored once it was entered: what was kept in lines has been asked about then. */
export function enteredAddress({ lines: _, zip_is_right, ...address }: OwnAddress): OwnAddress {
  return { ...normalizeAddress(address), zip_is_right, lines: '' }
}

/** The lines of the shop's address; empty without one. */
export function ownAddressText({ lines, ...address }: OwnAddress): string {
  if (lines !== '') return lines
  return isEmptyAddress(address) ? '' : formatAddress(address)
}
