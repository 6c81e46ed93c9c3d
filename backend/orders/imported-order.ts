import { CHANNELS, type Channel, ORDER_CHANNELS } from '@shop/contract/admin/orders'
import { NAME_LENGTH } from '@shop/contract/customer'
import { allocate, type Cents, lineTotal } from '@shop/contract/money'
import { findState, isState, isUnitedStates, parseRegion, parseZip, type RegionCode } from '@shop/contract/us-address'
import type { ItemDraft } from './build-order.ts'
import { ORDER_STATUSES, type OrderStatus } from './orders.tables.ts'

/** What other programs call a status. */
const STATUS_WORDS: Readonly<Record<string, OrderStatus>> = {
  canceled: 'cancelled',
  completed: 'delivered',
  fulfilled: 'shipped',
  unfulfilled: 'processing',
}

type StatusCells = {
  order_status?: string | undefined
  tracking_number?: string | undefined
  financial_status?: string | undefined
  cancelled_at?: string | undefined
  refunded_amount?: Cents | undefined
}

/**
 * Maps the cells of an order to a status; an unknown text is preserved next to the status that can be inferred. Shopify
 * says in columns of their own that an order was cancelled or paid back, and leaves it as fulfilled or not.
 */
export function readStatus(row: StatusCells, paid: Cents): { status: OrderStatus; words: string | null } {
  const { order_status: text, financial_status = '', refunded_amount = 0, cancelled_at, tracking_number } = row
  const payment = financial_status.toLowerCase()
  if (payment === 'refunded' || (refunded_amount > 0 && refunded_amount >= paid)) {
    return { status: 'refunded', words: null }
  }
  if (cancelled_at !== undefined || payment === 'voided') return { status: 'cancelled', words: null }
  const word = text?.toLowerCase().replace(/^wc-/, '') ?? ''
  const meant = Object.hasOwn(STATUS_WORDS, word) ? STATUS_WORDS[word] : undefined
  const known = ORDER_STATUSES.find((status) => status === word) ?? meant
  return known === undefined
    ? { status: tracking_number === undefined ? 'processing' : 'shipped', words: text ?? null }
    : { status: known, words: null }
}

/** Where an order came in, by its word or as the admin calls it; `null` for anything else. */
export function readChannel(text: string): Channel | null {
  const word = text.trim().toLowerCase()
  return ORDER_CHANNELS.find((one) => one === word || CHANNELS[one].toLowerCase() === word) ?? null
}

type Cells<Field extends string> = { [K in Field]?: string | undefined }
type NameCells = Cells<'first_name' | 'last_name' | 'full_name'>
type AddressCells = Cells<
  'delivery_address' | 'delivery_address_2' | 'delivery_city' | 'delivery_state' | 'delivery_zip' | 'delivery_country'
>

/**
 * The address in lines as on a letter; `null` without one. A state or a country alone is none: tables have such columns for
 * the tax.
 */
export function addressOf(row: AddressCells): string | null {
  const { delivery_address: street, delivery_address_2: second, delivery_city: city, delivery_zip } = row
  if ([street, second, city, delivery_zip].every((part) => part === undefined)) return null
  const state = regionOf(row)
  const zip = state === null ? delivery_zip : (parseZip(delivery_zip ?? '', state) ?? delivery_zip)
  const region = [state ?? row.delivery_state, zip].filter((part) => part !== undefined).join(' ')
  const town = [city ?? '', region].filter((part) => part !== '').join(', ')
  const lines = [street ?? '', second ?? '', town, row.delivery_country ?? '']
  return lines
    .filter((line) => line !== '')
    .join('\n')
    .replace(/\r\n?/g, '\n')
}

/** The state whose sales tax was charged, by its code or its name, else that of the address. */
export function stateOf(row: AddressCells): string | null {
  const region = parseRegion(row.delivery_state ?? '')
  return region !== null && isState(region) ? region : findState(addressOf(row) ?? '')
}

/** The state or territory of an address in the United States that has it in a column of its own. */
function regionOf({ delivery_state = '', delivery_country = '' }: AddressCells): RegionCode | null {
  return isUnitedStates(delivery_country) ? parseRegion(delivery_state) : null
}

/** Whether the ZIP code in a column of its own can be none of the state beside it. */
export function hasWrongZip(row: AddressCells): boolean {
  const region = regionOf(row)
  return region !== null && row.delivery_zip !== undefined && parseZip(row.delivery_zip, region) === null
}

/** First and last name; of a full name the last word is the last name. */
export function namesOf({ first_name, last_name, full_name = '' }: NameCells): {
  first_name: string
  last_name: string
} {
  const words = full_name.split(/\s+/).filter((word) => word !== '')
  const last = words.length > 1 ? (words.at(-1) ?? '') : ''
  const first = words.slice(0, words.length > 1 ? -1 : 1).join(' ')
  return { first_name: first_name ?? first.slice(0, NAME_LENGTH), last_name: last_name ?? last.slice(0, NAME_LENGTH) }
}

type Money = {
  discount_amount?: Cents | undefined
  order_total?: Cents | undefined
  delivery_cost?: Cents | undefined
  tax_amount?: Cents | undefined
}

/**
 * What a discount takes off the goods: at most what the order's total lacks, since the discount of a free delivery is in
 * the cost of the delivery already.
 */
export function goodsDiscount(row: Money, goods: Cents): Cents {
  const { discount_amount: discount = 0, order_total, delivery_cost = 0, tax_amount = 0 } = row
  if (order_total === undefined) return discount
  return Math.min(discount, Math.max(0, goods + delivery_cost + tax_amount - order_total))
}

/**
 * Items at the prices that were paid: each bears its share of the discount, to the cent. Of several pieces some may cost a
 * cent less, and become an item of their own.
 */
export function withDiscount(items: readonly ItemDraft[], discount: Cents): ItemDraft[] {
  const shares = allocate(discount, items.map(lineTotal))
  return items.flatMap((item, index) => {
    const share = shares[index] ?? 0
    const cheaper = share % item.quantity
    const each = (share - cheaper) / item.quantity
    const pieces = [
      { ...item, price_cents: item.price_cents - each, quantity: item.quantity - cheaper },
      { ...item, price_cents: item.price_cents - each - 1, quantity: cheaper },
    ]
    return pieces.filter(({ quantity }) => quantity > 0)
  })
}
