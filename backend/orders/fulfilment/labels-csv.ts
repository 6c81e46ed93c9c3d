import type { PostalAddress } from '@shop/contract/address/postal-address'
import type { ProductDetails } from '@shop/contract/catalog/calls'
import { findProducts } from '../../catalog/products/products.repository.ts'
import type { Database } from '../../platform/database/database.ts'
import { type Columns, csvParts } from '../../platform/lib/csv/csv.ts'
import { addressOf, labelProblem } from '../order-address.ts'
import { listCancellable } from '../order-status.ts'
import type { StoredOrder } from '../orders.repository.ts'

/** Weight of the whole parcel in ounces; its size only for a single bag. `null`: unknown. */
type Parcel = { ounces: number | null; length: number | null; width: number | null; height: number | null }

type Label = { order: StoredOrder; address: PostalAddress; parcel: Parcel }

type LeftOut = { order_id: string; problem: string }

const OUNCES_PER_POUND = 16

/** Columns that Pirate Ship and other label services recognize by name, or ask to match. */
const COLUMNS: Columns<Label> = {
  Name: ({ order }) => `${order.first_name} ${order.last_name}`,
  Company: ({ address }) => address.company,
  'Address 1': ({ address }) => address.address1,
  'Address 2': ({ address }) => address.address2,
  City: ({ address }) => address.city,
  State: ({ address }) => address.state,
  ZIP: ({ address }) => address.zip,
  Country: ({ address }) => address.country,
  'Order ID': ({ order }) => order.order_id,
  Pounds: ({ parcel: { ounces } }) => (ounces === null ? null : Math.floor(ounces / OUNCES_PER_POUND)),
  Ounces: ({ parcel: { ounces } }) => (ounces === null ? null : Math.round((ounces % OUNCES_PER_POUND) * 10) / 10),
  Length: ({ parcel }) => parcel.length,
  Width: ({ parcel }) => parcel.width,
  Height: ({ parcel }) => parcel.height,
  Phone: ({ order }) => digitsOf(order.phone ?? ''),
  Email: ({ order }) => order.email,
  'Shipping Method': ({ order }) => order.delivery_name,
}

/** Orders with a full address as CSV, one row each; for the others what is missing. */
export async function labelsCsv(
  database: Database,
  orders: readonly StoredOrder[],
): Promise<{ csv: string; orders: number; leftOut: LeftOut[] }> {
  const ids = orders.flatMap(({ items }) => items.map(({ product_id }) => product_id))
  const products = await findProducts(database, [...new Set(ids)])
  const labels = orders.flatMap((order) => {
    const address = addressOf(order)
    if (address === null || labelProblem(order) !== null) return []
    return [{ order, address, parcel: parcelOf(order, (id) => products.get(id)?.details ?? null) }]
  })
  const leftOut = orders.flatMap((order) => {
    const problem = labelProblem(order)
    return problem === null ? [] : [{ order_id: order.order_id, problem }]
  })
  let csv = ''
  for await (const part of csvParts(COLUMNS, [labels])) csv += part
  return { csv, orders: labels.length, leftOut }
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

function sizeOf(details: ProductDetails | null): Omit<Parcel, 'ounces'> {
  const { height_inches = null, width_inches = null, depth_inches = null } = details ?? {}
  if (height_inches === null || width_inches === null || depth_inches === null) {
    return { length: null, width: null, height: null }
  }
  const [height = null, width = null, length = null] = [height_inches, width_inches, depth_inches].sort((a, b) => a - b)
  return { length, width, height }
}

/** Ten digits: a leading plus or bracket would be taken for a formula. */
function digitsOf(phone: string): string {
  return phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
}
