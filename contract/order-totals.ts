import { MAX_CART_LINES, MAX_PER_LINE } from './checkout/cart.ts'
import { FREE_DELIVERY_FROM_CENTS } from './delivery/rules.ts'
import { type Cents, goodsTotal, lineTotal, type PricedLine, prorate, unitsOf } from './money.ts'
import { salesTax } from './tax/sales-tax.ts'

/** The largest order; keeps sums of orders within the integers of both engines. */
export const MAX_ORDER_CENTS: Cents = 1_000_000_000

export type OrderTotals = {
  goods: Cents
  delivery: Cents
  /** Equals `delivery` when delivery is free, otherwise 0. */
  deliveryDiscount: Cents
  tax: Cents
  total: Cents
}

export type OrderTerms = {
  /** Cents per unit of the chosen option; 0 without one. */
  deliveryCost: Cents
  /** A fraction; `null` without a state or its rate: no tax then (R19). */
  taxRate: number | null
  /** Some states tax delivery, too; never while orders are paused. */
  deliveryTaxed: boolean
}

/** Sums an order: total = goods + delivery − delivery discount + tax (section 9). */
export function orderTotals(lines: readonly PricedLine[], { deliveryCost, ...taxTerms }: OrderTerms): OrderTotals {
  const goods = goodsTotal(lines)
  const delivery = deliveryCost * unitsOf(lines)
  const deliveryDiscount = goods >= FREE_DELIVERY_FROM_CENTS ? delivery : 0
  const tax = orderTax(goods, delivery - deliveryDiscount, taxTerms)
  return { goods, delivery, deliveryDiscount, tax, total: goods + delivery - deliveryDiscount + tax }
}

/** Sums a manual order. `delivery` is the agreed cost, `null` for the option's own. Tax is on the discounted goods. */
export function manualOrderTotals(
  lines: readonly PricedLine[],
  terms: OrderTerms,
  { delivery, codeDiscount }: { delivery: Cents | null; codeDiscount: Cents },
): Pick<OrderTotals, 'goods' | 'delivery' | 'tax'> {
  const { goods, ...usual } = orderTotals(lines, terms)
  const paid = delivery ?? usual.delivery - usual.deliveryDiscount
  return { goods, delivery: paid, tax: orderTax(goods - codeDiscount, paid, terms) }
}

function orderTax(goods: Cents, delivery: Cents, { taxRate, deliveryTaxed }: Omit<OrderTerms, 'deliveryCost'>): Cents {
  return salesTax(deliveryTaxed ? goods + delivery : goods, taxRate ?? 0)
}

export type LineProblem = 'unavailable' | 'no-price' | 'quantity' | 'stock'

/** A product as sold today, sale price included. An unknown stock is no limit (R14). */
type SoldProduct = { price_cents: Cents | null; stock_quantity: number | null }
type RecomputedLine = PricedLine & { product_id: string; problem: LineProblem | null }

export type RecomputedOrder = {
  /** One per product; repeated products are added up. */
  lines: RecomputedLine[]
  sums: OrderTotals
  /** The reason no such order is possible, whatever its lines. */
  problem: 'too-many-lines' | 'nothing-to-pay' | 'too-expensive' | null
}

type WantedLines = readonly { product_id: string; quantity: number }[]
type SoldProducts = ReadonlyMap<string, SoldProduct>

/** Recomputes an order from quantities: the checkout shows these sums, and the backend charges no others. */
export function recomputeOrder(wanted: WantedLines, products: SoldProducts, terms: OrderTerms): RecomputedOrder {
  const lines = recomputeLines(wanted, products)
  const sums = sumsOf(lines, terms)
  return { lines, sums, problem: orderProblem(lines.length, sums.total) }
}

export function recomputeSums(wanted: WantedLines, products: SoldProducts, terms: OrderTerms): OrderTotals {
  return sumsOf(recomputeLines(wanted, products), terms)
}

function sumsOf(lines: readonly RecomputedLine[], terms: OrderTerms): OrderTotals {
  return orderTotals(
    lines.filter(({ problem }) => problem === null),
    terms,
  )
}

export function recomputeLines(wanted: WantedLines, products: SoldProducts): RecomputedLine[] {
  const quantities = new Map<string, number>()
  for (const { product_id, quantity } of wanted) {
    quantities.set(product_id, (quantities.get(product_id) ?? 0) + quantity)
  }
  return [...quantities].map(([product_id, quantity]) => {
    const product = products.get(product_id)
    return { product_id, quantity, price_cents: product?.price_cents ?? 0, problem: lineProblem(product, quantity) }
  })
}

function lineProblem(product: SoldProduct | undefined, quantity: number): LineProblem | null {
  if (product === undefined) return 'unavailable'
  if (product.price_cents === null) return 'no-price'
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > MAX_PER_LINE) return 'quantity'
  return quantity > (product.stock_quantity ?? MAX_PER_LINE) ? 'stock' : null
}

function orderProblem(lines: number, total: Cents): RecomputedOrder['problem'] {
  if (lines > MAX_CART_LINES) return 'too-many-lines'
  if (total === 0) return 'nothing-to-pay'
  return total > MAX_ORDER_CENTS ? 'too-expensive' : null
}

/** The amount paid for an order: goods, delivery and tax (R23). */
export function paidCents(order: { total_cents: Cents; delivery_cents: Cents; tax_cents: Cents }): Cents {
  return order.total_cents + order.delivery_cents + order.tax_cents
}

/** The refundable part of a charge: less refunds made or under way. A lost dispute counts as refunded. */
export function refundableCents(
  { captured_cents, refunded_cents }: { captured_cents: Cents; refunded_cents: Cents },
  waiting: Cents = 0,
): Cents {
  return Math.max(0, captured_cents - refunded_cents - waiting)
}

/** `discount_cents` is the code's discount on the whole line. */
export type PaidLine = PricedLine & { discount_cents: Cents }

export function paidGoods(lines: readonly PaidLine[]): Cents {
  return lines.reduce((sum, line) => sum + lineTotal(line) - line.discount_cents, 0)
}

export function refundedCents(refunds: readonly { amount_cents: Cents }[]): Cents {
  return refunds.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
}

type Sums = {
  goods_cents: Cents
  tax_cents: Cents
  delivery_cents: Cents
  delivery_taxed: boolean
}

export type PaidOrder = Sums & {
  items: readonly (PaidLine & { order_item_id: string; refund_status: string | null })[]
}

export type PaidFor = { goods: Cents; tax: Cents; delivery: Cents; total: Cents }

/** The discounted prices of items plus their prorated tax; for the last items of an order also shipping if wanted. */
export function paidFor(
  order: PaidOrder,
  itemIds: readonly string[],
  { includeShipping }: { includeShipping: boolean },
): PaidFor {
  const chosen = order.items.filter(({ order_item_id }) => itemIds.includes(order_item_id))
  const refunded = order.items.filter((item) => item.refund_status !== null && !chosen.includes(item))
  const [goods, before] = [paidGoods(chosen), paidGoods(refunded)]
  const areLast = chosen.length > 0 && chosen.length + refunded.length === order.items.length
  const delivery = areLast && includeShipping ? order.delivery_cents : 0
  const taxed = goods + (order.delivery_taxed ? delivery : 0)
  const tax = taxOn(order, before + taxed) - taxOn(order, before)
  return { goods, tax, delivery, total: goods + tax + delivery }
}

/** The charge for an authorized order: items that are not cancelled, their tax, and delivery; 0 without items. */
export function chargeFor(
  order: Sums & { items: readonly (PaidLine & { cancellation_status: string | null })[] },
): PaidFor {
  const kept = order.items.filter(({ cancellation_status }) => cancellation_status === null)
  if (kept.length === 0) return { goods: 0, tax: 0, delivery: 0, total: 0 }
  const [goods, delivery] = [paidGoods(kept), order.delivery_cents]
  const tax = taxOn(order, goods + (order.delivery_taxed ? delivery : 0))
  return { goods, tax, delivery, total: goods + tax + delivery }
}

function taxOn({ goods_cents, delivery_cents, delivery_taxed, tax_cents }: Sums, part: Cents): Cents {
  const whole = goods_cents + (delivery_taxed ? delivery_cents : 0)
  return prorate(tax_cents, part, whole)
}
