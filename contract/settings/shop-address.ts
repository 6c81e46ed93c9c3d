import * as z from 'zod/mini'
import { wireAddress } from '../address/fields.ts'
import { ADDRESS_PARTS, formatAddress, normalizeAddress, type PostalAddress } from '../address/postal-address.ts'

const MAX_LENGTH = 300
const TOO_LONG = `must not be longer than ${MAX_LENGTH} characters`

/** In parts; `null` is nowhere. A text is an address of an earlier version, in use until its parts are entered. */
export const shopAddress = z.nullable(
  z.union(
    [
      wireAddress.check(
        z.overwrite(normalizeAddress),
        z.refine((address) => ADDRESS_PARTS.every((part) => address[part].length <= MAX_LENGTH), TOO_LONG),
      ),
      z.string().check(z.maxLength(MAX_LENGTH, TOO_LONG)),
    ],
    'must be an address in parts',
  ),
)
export type ShopAddress = PostalAddress | string | null

export function shopAddressLines(address: ShopAddress): string {
  if (address === null) return ''
  return typeof address === 'string' ? address : formatAddress(address)
}
