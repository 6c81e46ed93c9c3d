import { normalizeAddress, stateOfAddress } from '@shop/contract/address/postal-address'
import { discountLines } from '@shop/contract/discounts/rules'
import type { ResultOf } from '@shop/contract/http/call'
import { groupBy } from '@shop/contract/http/older-browsers'
import { type Cents, formatDollars, parseDollars } from '@shop/contract/money'
import { manualOrderTotals } from '@shop/contract/order-totals'
import { ORDER_PAYMENTS, TAKEN_CHANNELS } from '@shop/contract/orders/admin-values'
import type { adminTakenOrders, TakenOrder } from '@shop/contract/orders/taken-orders'
import { selectTaxTerms } from '@shop/contract/tax/zip-rates'
import * as z from 'zod/mini'
import { addressDraft, EMPTY_ADDRESS_DRAFT, toTypedAddress } from '../../address/address-draft.ts'

const draftItem = z.object({
  product_id: z.string(),
  product_name: z.string(),
  image_url: z.nullable(z.string()),
  /** The price of today, in cents. */
  price_today: z.int(),
  /** The wholesale price; `null` without one, and on a device that does not know it. In cents. */
  wholesale_price: z._default(z.nullable(z.int()), null),
  /** The least that such a shop orders. */
  wholesale_minimum: z._default(z.nullable(z.int()), null),
  stock: z.int(),
  quantity: z.string(),
  price: z.string(),
})
export type DraftItem = z.infer<typeof draftItem>

const text = z._default(z.string(), '')

const takenDraft = z.object({
  channel: z._default(z.enum(TAKEN_CHANNELS), 'fair'),
  first_name: text,
  last_name: text,
  email: text,
  phone: text,
  items: z._default(z.array(draftItem), []),
  /** The id of one of the shop's options; empty without one. */
  option: text,
  /** Empty: what the option costs. */
  delivery: text,
  /** As chosen; empty: that of the address. */
  state: text,
  /** A discount code; empty without one. */
  code: text,
  /** Empty: by the rate of the state. */
  tax: text,
  payment: z._default(z.enum(ORDER_PAYMENTS), 'cash'),
  handed_over: z._default(z.boolean(), true),
  address: z._default(addressDraft, EMPTY_ADDRESS_DRAFT),
  note: text,
})
export type TakenDraft = z.infer<typeof takenDraft>

const EMPTY_DRAFT = takenDraft.parse({})

type Start = Pick<TakenDraft, 'channel' | 'handed_over' | 'payment'>

/** How an order begins that came in so: at a fair it is taken along and paid for in cash, elsewhere it is sent and paid for later. */
export function startOf(channel: TakenDraft['channel']): Start {
  return channel === 'fair'
    ? { channel, handed_over: true, payment: 'cash' }
    : { channel, handed_over: false, payment: 'unpaid' }
}

/** The form for the next order at the same place: where, how it is paid and the state of the tax stay until they are changed. */
export function nextDraft({ channel, handed_over, state, payment }: TakenDraft): TakenDraft {
  return { ...EMPTY_DRAFT, channel, handed_over, state, payment }
}

/** Whether nothing is typed that another order would replace. */
export function isUntouched(draft: TakenDraft): boolean {
  return JSON.stringify(draft) === JSON.stringify(nextDraft(draft))
}

/** The lines of a draft that exceed the known stock, such as `3 of Campus, but only 2 in stock`; pieces of several lines count together. */
export function beyondStock(items: readonly DraftItem[], stockOf: (productId: string) => number): string[] {
  return [...groupBy(items, ({ product_id }) => product_id)].flatMap(([productId, lines]) => {
    const wanted = lines.reduce((sum, { quantity }) => sum + (parseCount(quantity) ?? 0), 0)
    const stock = stockOf(productId)
    return wanted <= stock ? [] : [`${wanted} of ${lines[0]?.product_name}, but only ${stock} in stock`]
  })
}

/** The draft that was stored as JSON; an empty one, of an order that came in so, when there is none, or an earlier version of this page wrote it. */
export function parseDraft(text: string, channel: TakenDraft['channel']): TakenDraft {
  try {
    const stored: unknown = JSON.parse(text)
    const result = takenDraft.safeParse(stored)
    return result.success ? result.data : { ...EMPTY_DRAFT, ...startOf(channel) }
  } catch {
    return { ...EMPTY_DRAFT, ...startOf(channel) }
  }
}

export function addItem(items: readonly DraftItem[], product: Omit<DraftItem, 'quantity' | 'price'>): DraftItem[] {
  const isThere = items.some(({ product_id }) => product_id === product.product_id)
  if (!isThere) return [...items, { ...product, quantity: '1', price: '' }]
  return items.map((item) =>
    item.product_id === product.product_id ? { ...item, quantity: String((parseCount(item.quantity) ?? 0) + 1) } : item,
  )
}

/** The unit price where none is typed, in cents. */
export function usualPrice(
  { price_today, wholesale_price }: Pick<DraftItem, 'price_today' | 'wholesale_price'>,
  channel: TakenDraft['channel'],
): Cents {
  return channel === 'wholesale' ? (wholesale_price ?? price_today) : price_today
}

export type FieldsProps = {
  draft: TakenDraft
  errors: Readonly<Record<string, string>>
  onChange: (draft: TakenDraft) => void
}

export type OrderTerms = ResultOf<typeof adminTakenOrders.getOrderTerms>

/** Moves one piece of a line into a line of its own, for another price. */
export function splitItem(items: readonly DraftItem[], index: number): DraftItem[] {
  return items.flatMap((item, other) => {
    const count = parseCount(item.quantity) ?? 0
    if (other !== index || count < 2) return [item]
    return [
      { ...item, quantity: String(count - 1) },
      { ...item, quantity: '1', price: '' },
    ]
  })
}

/** The state whose sales tax is charged: the chosen one, else that of the address. */
export function stateOf({ state, address, handed_over }: TakenDraft): string {
  return state === '' && !handed_over ? (stateOfAddress(normalizeAddress(address)) ?? '') : state
}

type Sums = {
  /** Delivery and tax by the shop's option and rate. */
  usual: { delivery: Cents; tax: Cents }
  codeDiscount: Cents
  total: Cents
}

/** The draft's total in cents; `null` while an amount cannot be read. */
export function calculateSums(draft: TakenDraft, terms: OrderTerms | undefined): Sums | null {
  const lines = draft.items.flatMap((item) => {
    const [quantity, price_cents] = [
      parseCount(item.quantity),
      optionalAmount(item.price, usualPrice(item, draft.channel)),
    ]
    return quantity === null || price_cents === null ? [] : [{ product_id: item.product_id, quantity, price_cents }]
  })
  if (lines.length < draft.items.length) return null
  const option = terms?.delivery_options.find(({ id }) => !draft.handed_over && id === draft.option)
  const orderTerms = { deliveryCost: option?.cost_cents ?? 0, ...taxTermsFor(draft, terms) }
  const codeDiscount = calculateCodeDiscount(draft, lines, terms)
  const usual = manualOrderTotals(lines, orderTerms, { delivery: null, codeDiscount })
  const delivery = deliveryOf(draft, usual.delivery)
  if (delivery === null) return null
  const { goods, tax } = manualOrderTotals(lines, orderTerms, { delivery, codeDiscount })
  const agreedTax = optionalAmount(draft.tax, tax)
  return agreedTax === null
    ? null
    : { usual: { delivery: usual.delivery, tax }, codeDiscount, total: goods - codeDiscount + delivery + agreedTax }
}

/** The chosen code's discount; none if it does not apply to these goods, which the shop reports before the order is entered. */
function calculateCodeDiscount(
  { code }: TakenDraft,
  lines: Parameters<typeof discountLines>[0],
  terms: OrderTerms | undefined,
): Cents {
  const discount = terms?.discounts.find((one) => one.code === code)
  if (discount === undefined) return 0
  return discountLines(lines, discount).shares.reduce((sum, share) => sum + share, 0)
}

function taxTermsFor(draft: TakenDraft, terms: OrderTerms | undefined) {
  const tax = terms?.taxes.find(({ state }) => state === stateOf(draft))
  if (tax === undefined) return { taxRate: null, deliveryTaxed: false }
  const { collected, rate, delivery_taxed: deliveryTaxed, zip_rates: zipRates } = tax
  const zip = draft.handed_over ? '' : normalizeAddress(draft.address).zip.slice(0, 5)
  return selectTaxTerms({ collected, rate, deliveryTaxed, zipRates }, zip)
}

/** The draft with each amount as it is today, so what was charged stays when prices change before it is sent. */
export function fixAmounts(draft: TakenDraft, terms: OrderTerms): TakenDraft {
  const usual = calculateSums(draft, terms)?.usual
  const amount = (text: string, cents: Cents | undefined) =>
    text.trim() === '' && cents !== undefined ? formatDollars(cents) : text
  return {
    ...draft,
    items: draft.items.map((item) => ({ ...item, price: amount(item.price, usualPrice(item, draft.channel)) })),
    delivery: amount(draft.delivery, usual?.delivery),
    tax: amount(draft.tax, usual?.tax),
  }
}

/** Goods that are taken along are not delivered. */
function deliveryOf({ handed_over, delivery }: TakenDraft, usual: Cents): Cents | null {
  return handed_over ? 0 : delivery.trim() === '' ? usual : parseDollars(delivery)
}

/** An unreadable value is sent as a number that the shop refuses beside its field. */
export function toTakenOrder(draft: TakenDraft): TakenOrder {
  const { channel, first_name, last_name, email, phone, items, option, delivery, code, tax } = draft
  const { payment, handed_over, address, note } = draft
  const state = stateOf(draft)
  return {
    ...{ channel, first_name, last_name, email, phone, payment, handed_over, note },
    address: handed_over ? null : toTypedAddress(address),
    delivery_type_id: handed_over || option === '' ? null : option,
    state: state === '' ? null : state,
    items: items.map(({ product_id, quantity, price, wholesale_price }) => ({
      product_id,
      quantity: parseCount(quantity) ?? 0,
      // The wholesale price that the page shows, whatever it is by then.
      price_cents: agreedAmount(price) ?? (channel === 'wholesale' ? wholesale_price : null),
    })),
    discount_code: code === '' ? null : code,
    delivery_cents: handed_over ? 0 : agreedAmount(delivery),
    tax_cents: agreedAmount(tax),
  }
}

/** `null`: nothing else was agreed. */
function agreedAmount(text: string): Cents | null {
  return text.trim() === '' ? null : (parseDollars(text) ?? -1)
}

function optionalAmount(text: string, empty: Cents): Cents | null {
  return text.trim() === '' ? empty : parseDollars(text)
}

function parseCount(text: string): number | null {
  return /^[1-9]\d{0,3}$/.test(text.trim()) ? Number(text) : null
}
