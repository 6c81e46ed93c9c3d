import { formatAddress, parseRegion, readAddress, type UsAddress } from '@shop/contract/us-address'
import type { StoredOrder } from './orders.repository.ts'

type Parts = Pick<StoredOrder, 'address1' | 'address2' | 'city' | 'zip'>

const NO_PARTS: Parts = { address1: null, address2: null, city: null, zip: null }

/**
 * The columns of an address: its parts, and the lines that are made of them. What cannot be read, such as an address in
 * another country, stays as it was typed. The state of an order is that of its sales tax: the parts of an address that is in
 * another one are not stored.
 */
export function addressColumns(typed: string, state: string | null): Parts & Pick<StoredOrder, 'delivery_address'> {
  const address = readAddress(typed)
  if (address === null) return { delivery_address: typed === '' ? null : typed, ...NO_PARTS }
  return { delivery_address: formatAddress(address), ...(address.state === state ? partsOf(address) : NO_PARTS) }
}

/** The parts of an address in the state of an order's sales tax. */
function partsOf({ address1, address2, city, zip }: UsAddress): Parts {
  return { address1, address2: address2 === '' ? null : address2, city, zip }
}

/** Where an order is sent; `null` where a part of its address is missing. Orders of earlier versions have the lines alone. */
export function addressOf(order: Parts & Pick<StoredOrder, 'state' | 'delivery_address'>): UsAddress | null {
  const { address1, address2, city, zip } = order
  const state = parseRegion(order.state ?? '')
  if (address1 !== null && city !== null && state !== null && zip !== null) {
    return { address1, address2: address2 ?? '', city, state, zip }
  }
  return readAddress(order.delivery_address ?? '')
}
