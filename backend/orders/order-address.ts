import {
  EMPTY_ADDRESS,
  formatAddress,
  HOME_COUNTRY,
  isEmptyAddress,
  missingParts,
  normalizeAddress,
  type PostalAddress,
  stateOfAddress,
} from '@shop/contract/address/postal-address'
import type { StoredOrder } from './orders.repository.ts'

export type AddressColumns = Pick<
  StoredOrder,
  'company' | 'address1' | 'address2' | 'city' | 'region' | 'zip' | 'country' | 'delivery_address'
>

export const NO_ADDRESS: AddressColumns = {
  ...{ company: null, address1: null, address2: null, city: null },
  ...{ region: null, zip: null, country: null, delivery_address: null },
}

/** Columns of an address in parts, all `null` without one. */
export function addressColumns(address: PostalAddress | null): AddressColumns {
  if (address === null || isEmptyAddress(address)) return NO_ADDRESS
  const { company, address1, address2, city, state, zip, country } = normalizeAddress(address)
  const orNull = (part: string) => (part === '' ? null : part)
  return {
    company: orNull(company),
    address1: orNull(address1),
    address2: orNull(address2),
    city: orNull(city),
    region: orNull(state),
    zip: orNull(zip),
    country,
    delivery_address: null,
  }
}

/** The address in parts; `null` without one, or if it is a text. */
export function addressOf(order: AddressColumns & Pick<StoredOrder, 'state'>): PostalAddress | null {
  const { company, address1, address2, city, region, zip, country, delivery_address } = order
  // A node of an earlier version stores lines beside the parts, and has no columns for region and country.
  if (country === null && address1 === null) return null
  if (delivery_address !== null && address1 === null) return null
  const parts = { company, address1, address2, city, state: region ?? (country === null ? order.state : null), zip }
  const known = Object.entries(parts).filter(([, part]) => part !== null)
  return { ...EMPTY_ADDRESS, ...Object.fromEntries(known), country: country ?? HOME_COUNTRY }
}

/** The address in lines; `null` without one. */
export function addressText(order: AddressColumns & Pick<StoredOrder, 'state'>): string | null {
  const address = addressOf(order)
  return address === null ? order.delivery_address : formatAddress(address)
}

/** The state of the sales tax; older orders have only that of the address. */
export function taxStateOf(order: AddressColumns & Pick<StoredOrder, 'state'>): string | null {
  const { state, region, country } = order
  return state ?? stateOfAddress({ state: region ?? '', country: country ?? HOME_COUNTRY })
}

/** The reason no label can be made, such as "City and ZIP code are missing"; `null` if one can. */
export function labelProblem(order: AddressColumns & Pick<StoredOrder, 'state'>): string | null {
  const address = addressOf(order)
  if (address !== null) return missingSentence(missingParts(address))
  if (order.delivery_address === null) return 'The address is missing'
  return 'We can’t tell the street, city, state and ZIP code apart'
}

function missingSentence(missing: readonly string[]): string | null {
  const [first, ...others] = missing
  if (first === undefined) return null
  const last = others.pop()
  const names = last === undefined ? first : `${[first, ...others].join(', ')} and ${last}`
  const sentence = `${names} ${last === undefined ? 'is' : 'are'} missing`
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
