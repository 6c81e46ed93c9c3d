import { parseStateCode } from '@shop/contract/address/us-states'
import { priceOn } from '@shop/contract/catalog/calls'
import type { CHANGED_LINE_FIELDS, ChangedField } from '@shop/contract/checkout/calls'
import { MAX_PER_LINE } from '@shop/contract/checkout/cart'
import type { PlaceOrderBody } from '@shop/contract/checkout/schemas'
import { addBusinessDays, deliveryName } from '@shop/contract/delivery/rules'
import { discountOrder } from '@shop/contract/discounts/rules'
import { formatMoney, roundToCents, unitsOf } from '@shop/contract/money'
import { type OrderTerms, type RecomputedOrder, recomputeOrder } from '@shop/contract/order-totals'
import type { StoredProduct } from '../catalog/catalog.repository.ts'
import { findProducts } from '../catalog/products/products.repository.ts'
import { type StockShortage, takeStock } from '../catalog/stock.repository.ts'
import { listDeliveryOptions } from '../delivery/delivery.repository.ts'
import type { StoredCode } from '../discounts/discounts.repository.ts'
import { takeCode, toDiscount } from '../discounts/read-discount.ts'
import { itemOf } from '../orders/build-order.ts'
import type { Database, Trx } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors/app-error.ts'
import { addDays, formatDay, localDay } from '../platform/lib/days/local-day.ts'
import { findTaxTerms } from '../tax/sales-tax.repository.ts'
import type { Quote } from './placement-draft.ts'

/** The day that the shopper saw, if it is at most a day off by their calendar (R20); otherwise the shop's. */
function estimatedDay(shown: string | null, days: number, now: Date): string {
  const possible = [0, -1, 1].map((away) => addBusinessDays(addDays(localDay(now), away), days))
  return possible.find((day) => day === shown) ?? possible[0] ?? ''
}

type Change = { field: ChangedField; message: string }

/** An order's lines and amounts, read before the lock. */
export type Terms = {
  products: ReadonlyMap<string, StoredProduct>
  option: Awaited<ReturnType<typeof listDeliveryOptions>>[number] | undefined
  tax: Awaited<ReturnType<typeof findTaxTerms>>
}

export async function readTerms(
  database: Database,
  { items, delivery_type_id, address }: PlaceOrderBody,
): Promise<Terms> {
  const [products, options, tax] = await Promise.all([
    findProducts(database, [...new Set(items.map(({ product_id }) => product_id))]),
    listDeliveryOptions(database),
    findTaxTerms(database, { state: parseStateCode(address.state), zip: address.zipCode }),
  ])
  return { products, option: options.find((one) => one.delivery_type_id === delivery_type_id), tax }
}

/** Takes the stock, locks it and computes the total. A conflict has every line or amount that cannot stand. */
export async function takeAndQuote(
  trx: Trx,
  body: PlaceOrderBody,
  { products: known, option, tax: { rateMillionths, deliveryTaxed } }: Terms,
  now: Date,
): Promise<Quote> {
  const { discountCode } = body
  // For no person: `placeOrder` checks their use last. Locks the code before the stock.
  const use = { email: '', today: localDay(now) }
  const code = discountCode === undefined ? null : await takeCode(trx, discountCode, use)
  // Takes lines of one product together, so the remaining stock is right.
  const wanted = [...Map.groupBy(body.items, ({ product_id }) => product_id)].map(([product_id, lines]) => {
    return { product_id, quantity: unitsOf(lines) }
  })
  const { shortages, taken } = await takeStock(trx, wanted, { notForSale: 'short' })
  const present = [...known.values()].map((product) => ({
    ...product,
    ...taken.find(({ product_id }) => product_id === product.product_id),
  }))
  const products = new Map(present.filter(isForSale).map((product) => [product.product_id, product]))
  const day = localDay(now)
  const sold = new Map(
    [...products].map(([id, product]) => [
      id,
      { ...priceOn(product, day), stock_quantity: availableOf(shortages, id) },
    ]),
  )
  const deliveryCost = option?.delivery_cost_cents ?? 0
  const terms = { deliveryCost, taxRate: rateMillionths / 1_000_000, deliveryTaxed }
  const { lines, sums: full, problem } = recomputeOrder(body.items, sold, terms)
  const details = [
    ...body.items.flatMap((item, index) => lineProblem(item, index, { lines, products, shortages, day })),
    ...(option === undefined ? [NO_OPTION] : []),
  ]
  if (option === undefined || lines.some(({ problem }) => problem !== null)) throw changed(details)
  const estimated_delivery_date = estimatedDay(body.estimatedDeliveryDate, option.estimated_days, now)
  const coded = withCode(code, [...products.values()], { lines, sums: full, terms })
  const { sums, discount } = coded
  const items = lines.flatMap(({ product_id, quantity }, index) => {
    const product = products.get(product_id)
    const discount_cents = coded.shares[index] ?? 0
    return product === undefined ? [] : [{ ...itemOf(product, quantity, day), discount_cents }]
  })
  const tax = { tax_rate_millionths: rateMillionths, delivery_taxed: Number(deliveryTaxed) }
  const delivery_name = deliveryName(option)
  const quote = { items, discount, sums, ...tax, delivery_name, estimated_delivery_date }
  const differences = [...details, ...coded.problems, ...differencesOf(quote, body)]
  if (differences.length > 0) throw changed(differences)
  if (problem !== null) throw changed([{ field: 'items', message: ORDER_PROBLEMS[problem] }])
  return quote
}

type Coded = Pick<Quote, 'discount' | 'sums'> & { shares: number[]; problems: Change[] }

/** The order with the code's discount, or without it and the reason. */
function withCode(
  code: StoredCode | string | null,
  products: readonly StoredProduct[],
  { lines, sums, terms }: Pick<RecomputedOrder, 'lines' | 'sums'> & { terms: OrderTerms },
): Coded {
  const refused = (message: string): Coded => ({
    ...{ sums, discount: null, shares: [] },
    problems: [{ field: 'discountCode', message }],
  })
  if (code === null) return { sums, discount: null, shares: [], problems: [] }
  if (typeof code === 'string') return refused(code)
  const coded = discountOrder(lines, sums, terms, toDiscount(code, products))
  if (coded.problem !== null) return refused(coded.problem)
  const discount = { code: code.code, cents: coded.code_discount }
  return { sums: coded.sums, discount, shares: coded.shares, problems: [] }
}

/** Drafts and products without a name are not for sale, as in the cart. */
function isForSale({ status, product_name }: StoredProduct): boolean {
  return status !== 'draft' && product_name.trim() !== ''
}

const NO_OPTION: Change = {
  field: 'delivery_type_id',
  message: 'This delivery option is no longer offered. Please choose another one.',
}

const ORDER_PROBLEMS = {
  'too-many-lines': 'This order has too many lines. Please split it into two orders.',
  'nothing-to-pay': 'An order of $0.00 cannot be paid.',
  'too-expensive': 'This order is too large for the shop. Please write to us.',
} as const satisfies Record<NonNullable<RecomputedOrder['problem']>, string>

/** Remaining stock of a product with a shortage; `null` without one. */
function availableOf(shortages: readonly StockShortage[], id: string): number | null {
  return shortages.find(({ product_id }) => product_id === id)?.available ?? null
}

function changed(details: Change[]): AppError {
  return new AppError('conflict', details[0]?.message ?? 'Something has changed.', details)
}

type Recomputed = {
  lines: RecomputedOrder['lines']
  products: ReadonlyMap<string, StoredProduct>
  shortages: readonly StockShortage[]
  day: string
}

function lineProblem(
  { product_id, price }: PlaceOrderBody['items'][number],
  index: number,
  { lines, products, shortages, day }: Recomputed,
): Change[] {
  const name = products.get(product_id)?.product_name ?? 'This product'
  const line = lines.find((one) => one.product_id === product_id)
  const detail = (field: (typeof CHANGED_LINE_FIELDS)[number], message: string): Change[] => [
    { field: `items.${index}.${field}`, message },
  ]
  const product = products.get(product_id)
  if (line === undefined || product === undefined || line.problem === 'unavailable' || line.problem === 'no-price') {
    return detail('product_id', `${name} is no longer sold.`)
  }
  if (line.problem === 'stock') {
    const left = availableOf(shortages, product_id) ?? 0
    return detail('quantity', left === 0 ? `${name} is sold out.` : `Only ${left} of ${name} are left.`)
  }
  if (line.problem === 'quantity')
    return detail('quantity', `At most ${MAX_PER_LINE} of ${name} can be ordered at once.`)
  const [seen, now] = [roundToCents(price), priceOn(product, day).price_cents]
  return seen === now ? [] : detail('price', `${name} cost ${formatMoney(seen)} and now costs ${formatMoney(now)}.`)
}

function differencesOf({ sums, estimated_delivery_date }: Quote, body: PlaceOrderBody): Change[] {
  const details: Change[] = []
  const seen = roundToCents(body.total)
  if (seen !== sums.total) {
    details.push({
      field: 'total',
      message: `The total was ${formatMoney(seen)} and is now ${formatMoney(sums.total)}.`,
    })
  }
  const shown = body.estimatedDeliveryDate
  if (shown !== estimated_delivery_date) {
    details.push({
      field: 'estimatedDeliveryDate',
      message: `The estimated delivery date was ${shown === null ? 'not known' : formatDay(shown)} and is now ${formatDay(estimated_delivery_date)}.`,
    })
  }
  return details
}
