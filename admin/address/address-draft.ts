import type { TypedAddress } from '@shop/contract/address/fields'
import { EMPTY_ADDRESS, HOME_COUNTRY, isEmptyAddress } from '@shop/contract/address/postal-address'
import * as z from 'zod/mini'

const text = z._default(z.string(), '')

export const addressDraft = z.object({
  company: text,
  address1: text,
  address2: text,
  city: text,
  state: text,
  zip: text,
  country: z._default(z.string(), HOME_COUNTRY),
  zip_is_right: z._default(z.boolean(), false),
})
export type AddressDraft = z.output<typeof addressDraft>

export const EMPTY_ADDRESS_DRAFT: AddressDraft = { ...EMPTY_ADDRESS, zip_is_right: false }

/** `null` where nothing is typed. */
export function toTypedAddress(draft: AddressDraft): TypedAddress | null {
  return isEmptyAddress(draft) ? null : draft
}
