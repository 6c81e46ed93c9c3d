import type { ProductDetails } from '@shop/contract/catalog'
import { parseStateCode } from '@shop/contract/tax'
import { findProducts } from '../catalog/products.repository.ts'
import type { Database } from '../database/database.ts'
import { type Columns, csvOf } from '../lib/csv.ts'
import { listCancellable } from './order-status.ts'
import type { StoredOrder } from './orders.repository.ts'

type Address = { address1: string; address2: string; city: string; state: string; zip: string }

/** Pounds and ounces of all that is in the parcel; its size only where it is one bag. `null`: not known. */
type Parcel = { ounces: number | null; length: number | null; width: number | null; height: number | null }

type Label = { order: StoredOrder; address: Address; parcel: Parcel }

const OUNCES = 16

/**
 * The columns that Pirate Ship's upload of a spreadsheet and those of carriers and other services recognize by their names,
 * or ask to be matched with.
 */
const COLUMNS: Columns<Label> = {
  Name: ({ order }) => `${order.first_name} ${order.last_name}`,
  Company: () => '',
  'Address 1': ({ address }) => address.address1,
  'Address 2': ({ address }) => address.address2,
  City: ({ address }) => address.city,
  State: ({ address }) => address.state,
  ZIP: ({ address }) => address.zip,
  Country: () => 'US',
  'Order ID': ({ order }) => order.order_id,
  Pounds: ({ parcel: { ounces } }) => (ounces === null ? null : Math.floor(ounces / OUNCES)),
  Ounces: ({ parcel: { ounces } }) => (ounces === null ? null : Math.round((ounces % OUNCES) * 10) / 10),
  Length: ({ parcel }) => parcel.length,
  Width: ({ parcel }) => parcel.width,
  Height: ({ parcel }) => parcel.height,
  Phone: ({ order }) => digitsOf(order.phone ?? ''),
  Email: ({ order }) => order.email,
  'Shipping Method': ({ order }) => order.delivery_name,
}

/** The orders with an address as CSV, a row each, and the numbers of those without one. */
export async function labelsCsv(
  database: Database,
  orders: readonly StoredOrder[],
): Promise<{ csv: string; orders: number; withoutAddress: string[] }> {
  const ids = orders.flatMap(({ items }) => items.map(({ product_id }) => product_id))
  const products = await findProducts(database, [...new Set(ids)])
  const labels = orders.flatMap((order) => {
    const address = addressOf(order)
    if (address === null) return []
    return [{ order, address, parcel: parcelOf(order, (id) => products.get(id)?.details ?? null) }]
  })
  const withoutAddress = orders.filter((order) => addressOf(order) === null).map(({ order_id }) => order_id)
  return { csv: csvOf(COLUMNS, labels), orders: labels.length, withoutAddress }
}

/** The end of an address in lines, such as `Oakland, CA 94601`, with or without the country. */
const END =
  /^(.*?)[\s,]*\b([A-Za-z]{2})\.?,?\s+(\d{5}(?:-\d{4})?)(?:[\s,]+(?:USA?|United States(?: of America)?)\.?)?$/is

/**
 * The parts of an address. Those of one that was typed in lines are found by the state and ZIP code at its end; without these
 * all of it is the street. `null` without an address.
 */
export function addressOf(order: Pick<StoredOrder, keyof Parts | 'delivery_address'>): Address | null {
  const { address1, address2, city, state, zip } = order
  if (address1 !== null && city !== null && state !== null && zip !== null) {
    return { address1, address2: address2 ?? '', city, state, zip }
  }
  const text = (order.delivery_address ?? '').trim()
  const [, head = '', code = '', number = ''] = END.exec(text) ?? []
  const parts = partsOf(head)
  const found = parseStateCode(code)
  if (found === null || parts.length < 2) return streetOf(partsOf(text), { city: '', state: '', zip: '' })
  return streetOf(parts.slice(0, -1), { city: parts.at(-1) ?? '', state: found, zip: number })
}

type Parts = Record<'address1' | 'address2' | 'city' | 'state' | 'zip', string | null>

function partsOf(text: string): string[] {
  return text.split(/\s*[\n,]\s*/).filter((part) => part !== '')
}

function streetOf([first, ...others]: readonly string[], rest: Omit<Address, 'address1' | 'address2'>): Address | null {
  return first === undefined ? null : { address1: first, address2: others.join(', '), ...rest }
}

function parcelOf(order: StoredOrder, detailsOf: (productId: string) => ProductDetails | null): Parcel {
  const items = listCancellable(order)
  const weights = items.map(
    ({ product_id, quantity }) => quantity * (detailsOf(product_id)?.weight_ounces ?? Number.NaN),
  )
  const ounces = weights.reduce((sum, weight) => sum + weight, 0)
  const [only, ...others] = items
  const details = only === undefined || others.length > 0 || only.quantity > 1 ? null : detailsOf(only.product_id)
  return { ounces: Number.isNaN(ounces) ? null : Math.round(ounces * 10) / 10, ...sizeOf(details) }
}

/** Carriers call the longest side the length. */
function sizeOf(details: ProductDetails | null): Omit<Parcel, 'ounces'> {
  const { height_inches = null, width_inches = null, depth_inches = null } = details ?? {}
  if (height_inches === null || width_inches === null || depth_inches === null) {
    return { length: null, width: null, height: null }
  }
  const [height = null, width = null, length = null] = [height_inches, width_inches, depth_inches].sort((a, b) => a - b)
  return { length, width, height }
}

/** Ten digits: a plus or a bracket at its beginning would be taken for a formula. */
function digitsOf(phone: string): string {
  return phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
}
