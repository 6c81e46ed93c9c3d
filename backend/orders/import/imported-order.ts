import { NAME_LENGTH } from '@shop/contract/accounts/fields'
import { parseCountry } from '@shop/contract/address/countries'
import {
  findRegion,
  HOME_COUNTRY,
  linesZipQuestion,
  normalizeAddress,
  type PostalAddress,
  parseAddress,
  stateOfAddress,
} from '@shop/contract/address/postal-address'
import { parseRegion } from '@shop/contract/address/region-names'
import { parseZip, zipProblem } from '@shop/contract/address/us-regions'
import { allocate, type Cents, lineTotal } from '@shop/contract/money'
import { CHANNEL_LABELS, type Channel, ORDER_CHANNELS } from '@shop/contract/orders/admin-values'
import type { ItemDraft } from '../build-order.ts'
import { ORDER_STATUSES, type OrderStatus } from '../orders.tables.ts'

const STATUS_WORDS: Readonly<Record<string, OrderStatus>> = {
  canceled: 'cancelled',
  void: 'cancelled',
  voided: 'cancelled',
  'fully refunded': 'refunded',
  complete: 'delivered',
  completed: 'delivered',
  fulfilled: 'shipped',
  dispatched: 'shipped',
  despatched: 'shipped',
  'in transit': 'shipped',
  'picked up': 'delivered',
  unfulfilled: 'processing',
}

type StatusCells = {
  order_status?: string | undefined
  tracking_number?: string | undefined
  financial_status?: string | undefined
  cancelled_at?: string | undefined
  refunded_amount?: Cents | undefined
}

/** Maps cells to a status, and keeps unknown words. Shopify has cancellations and refunds in other columns. */
export function parseStatus(row: StatusCells, paid: Cents): { status: OrderStatus; words: string | null } {
  const { order_status: text, financial_status = '', refunded_amount = 0, cancelled_at, tracking_number } = row
  const payment = parseStatusWord(financial_status)
  if (payment === 'refunded' || (refunded_amount > 0 && refunded_amount >= paid)) {
    return { status: 'refunded', words: null }
  }
  if (cancelled_at !== undefined || payment === 'cancelled') return { status: 'cancelled', words: null }
  const known = parseStatusWord(text ?? '')
  return known === undefined
    ? { status: tracking_number === undefined ? 'processing' : 'shipped', words: text ?? null }
    : { status: known, words: null }
}

function parseStatusWord(text: string): OrderStatus | undefined {
  const word = text.toLowerCase().replace(/^wc-/, '').replace(/[_-]+/g, ' ')
  const meant = Object.hasOwn(STATUS_WORDS, word) ? STATUS_WORDS[word] : undefined
  return ORDER_STATUSES.find((status) => status === word) ?? meant
}

/** The channel by its value or its label in the admin; `null` for anything else. */
export function parseChannel(text: string): Channel | null {
  const word = text.trim().toLowerCase()
  return ORDER_CHANNELS.find((one) => one === word || CHANNEL_LABELS[one].toLowerCase() === word) ?? null
}

type Cells<Field extends string> = { [K in Field]?: string | undefined }
type NameCells = Cells<'first_name' | 'last_name' | 'full_name'>
type AddressCells = Cells<
  'delivery_address' | 'delivery_address_2' | 'delivery_city' | 'delivery_state' | 'delivery_zip' | 'delivery_country'
>

/** The address in parts, or a text that cannot be split; `null` without one or for a state or country only. */
export function addressOfRow(row: AddressCells): PostalAddress | string | null {
  const { delivery_address: street = '', delivery_address_2: second = '', delivery_city, delivery_zip } = row
  if (street === '' && second === '' && delivery_city === undefined && delivery_zip === undefined) return null
  if (delivery_city === undefined && delivery_zip === undefined) return parseWhole(row)
  const lines = linesOf(street)
  const numbered =
    lines.length < 2
      ? 0
      : Math.max(
          0,
          lines.findIndex((line) => /\d/.test(line)),
        )
  return normalizeAddress({
    company: lines.slice(0, numbered).join(', '),
    address1: lines[numbered] ?? '',
    address2: [...lines.slice(numbered + 1), ...linesOf(second)].join(', '),
    city: delivery_city ?? '',
    state: row.delivery_state ?? '',
    zip: (delivery_zip ?? '').replace(/\.0$/, ''),
    country: row.delivery_country ?? '',
  })
}

/** An address in one column, with state and country there or in columns of their own. */
function parseWhole({ delivery_address, delivery_address_2, delivery_state, delivery_country }: AddressCells) {
  const lines = linesOf(`${delivery_address ?? ''}\n${delivery_address_2 ?? ''}`).join('\n')
  const all = linesOf([lines, delivery_state ?? '', delivery_country ?? ''].join('\n')).join('\n')
  return isAbroad({ delivery_country }) ? all : (parseAddress(lines) ?? parseAddress(all) ?? all)
}

function isAbroad({ delivery_country }: AddressCells): boolean {
  return delivery_country !== undefined && parseCountry(delivery_country) !== HOME_COUNTRY
}

function linesOf(text: string): string[] {
  return text
    .split(/[\r\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** The state of the sales tax, by code or name; by default that of the address. */
export function findTaxState(row: AddressCells): string | null {
  const country = parseCountry(row.delivery_country || HOME_COUNTRY)
  const state = parseRegion(row.delivery_state ?? '') ?? ''
  const own = stateOfAddress({ country: country ?? '', state })
  const address = addressOfRow(row)
  if (own !== null || address === null) return own
  return typeof address === 'string'
    ? stateOfAddress({ country: country ?? '', state: findRegion(address) ?? '' })
    : stateOfAddress(address)
}

/** Errors in a row's address, by column. Missing parts are reported when its label is made. */
export function addressProblem(row: AddressCells): { field: keyof AddressCells; message: string } | null {
  const { delivery_country = '', delivery_state = '', delivery_zip } = row
  const address = addressOfRow(row)
  if (address === null) return null
  if (typeof address === 'string') {
    const doubt = isAbroad(row) ? null : linesZipQuestion(address)
    if (doubt === null) return null
    return { field: 'delivery_address', message: doubt.replace(/^(\S+)/, 'ends in $1, and that') }
  }
  if (parseCountry(address.country) === null) {
    return { field: 'delivery_country', message: `"${delivery_country}" isn’t a country` }
  }
  const region = address.country === HOME_COUNTRY ? parseRegion(address.state) : null
  if (region === null && address.country === HOME_COUNTRY && delivery_state !== '') {
    const message = `"${delivery_state}" isn’t a US state; enter other countries in the country column`
    return { field: 'delivery_state', message }
  }
  if (region === null || delivery_zip === undefined) return null
  const known = parseZip(address.zip, region)
  if (known === null) {
    return { field: 'delivery_zip', message: 'isn’t a ZIP code in this state, such as 02108 or 02108-1234' }
  }
  const message = zipProblem(known, region)
  return message === null ? null : { field: 'delivery_zip', message }
}

/** First and last name. The last word of a full name is the last name, with a suffix such as "Jr." */
export function splitNames({ first_name, last_name, full_name = '' }: NameCells): {
  first_name: string
  last_name: string
} {
  const { name, suffixes } = inOrder(full_name)
  const words = name.split(/\s+/).filter((word) => word !== '')
  const place = words.findLastIndex((word) => !NAME_SUFFIX.test(word))
  const last = [...words.slice(Math.max(place, 1)), ...suffixes].join(' ')
  const first = words.slice(0, Math.max(place, 1)).join(' ')
  return { first_name: first_name ?? first.slice(0, NAME_LENGTH), last_name: last_name ?? last.slice(0, NAME_LENGTH) }
}

/** Co and Md are also last names: without a full stop they are suffixes only after a comma. */
const NAME_SUFFIX = /^(?:(?:jr|sr|ii|iii|iv|esq|ph\.?d)\.?|m\.d\.?|(?:md|inc|llc|ltd|co|corp)\.)$/i
const SUFFIX_BEHIND_COMMA = /^(?:jr|sr|ii|iii|iv|esq|m\.?d|ph\.?d|inc|llc|ltd|co|corp)\.?$/i
/** "c/o Bob Lee" and "Apt 4" are no first names. */
const PLAIN_WORDS = /^[\p{L}\p{M}.'’ -]+$/u

/** "Ray, Ann" is Ann Ray, and "Ray, Jr., Ann" is Ann Ray with a suffix. */
function inOrder(text: string): { name: string; suffixes: string[] } {
  const [last = '', ...parts] = text.split(',').map((part) => part.trim())
  const suffixes = parts.filter((part) => SUFFIX_BEHIND_COMMA.test(part))
  const [first = '', ...others] = parts.filter((part) => part !== '' && !SUFFIX_BEHIND_COMMA.test(part))
  const isTurned = others.length === 0 && PLAIN_WORDS.test(first)
  return { name: (isTurned ? [first, last] : [last, first, ...others]).join(' '), suffixes }
}

/** Allocates the discount to the item prices, to the cent. Units that cost a cent less become an item of their own. */
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
