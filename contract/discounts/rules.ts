import { allocate, type Cents, formatMoney, goodsTotal, lineTotal, type PricedLine, prorate } from '../money.ts'
import type { OrderTerms, OrderTotals } from '../order-totals.ts'
import { salesTax } from '../tax/sales-tax.ts'

/** A whole percent of each line, or an amount allocated to the lines. */
export const DISCOUNT_KINDS = ['percent', 'amount'] as const

export type Discount = {
  code: string
  kind: (typeof DISCOUNT_KINDS)[number]
  value: number
  product_ids: readonly string[] | null
  /** Minimum cost of the goods, before the discount. */
  minimum_cents: Cents
}

export function normalizeCode(text: string): string {
  return text.trim().toUpperCase()
}

/** Normalized: 3 to 30 letters, digits and dashes. */
export const CODE_PATTERN = /^[A-Z0-9][A-Z0-9-]{2,29}$/
export const CODE_RULE = 'A code has 3 to 30 letters from A to Z, digits and dashes, and doesn’t start with a dash.'

type Line = PricedLine & { product_id: string }

export type DiscountedLines = { shares: Cents[]; problem: string | null }

/** Allocates a discount to lines, rounded, at most the line's price; refunds by line then sum to the amount paid. */
export function discountLines(lines: readonly Line[], discount: Discount, format = formatMoney): DiscountedLines {
  const problem = discountProblem(lines, discount, format)
  return { shares: problem === null ? discountShares(lines, discount) : lines.map(() => 0), problem }
}

export type DiscountedOrder = DiscountedLines & { sums: OrderTotals; code_discount: Cents }

/** Sums an order with a code. Free delivery depends on the goods before the discount, tax on those after it. */
export function discountOrder(
  lines: readonly Line[],
  sums: OrderTotals,
  terms: Pick<OrderTerms, 'taxRate' | 'deliveryTaxed'>,
  discount: Discount,
): DiscountedOrder {
  const { shares, problem } = discountLines(lines, discount)
  const code_discount = shares.reduce((sum, share) => sum + share, 0)
  const [goods, delivery] = [sums.goods - code_discount, sums.delivery - sums.deliveryDiscount]
  const tax = salesTax(terms.deliveryTaxed ? goods + delivery : goods, terms.taxRate ?? 0)
  const total = goods + delivery + tax
  const refused = problem === null && total === 0 ? nothingToPay(discount.code) : problem
  return { sums: { ...sums, tax, total }, code_discount, shares, problem: refused }
}

export function nothingToPay(code: string): string {
  return `With the code ${code} there’s nothing left to pay, and we can’t place an order of $0.00.`
}

function discountProblem(
  lines: readonly Line[],
  { code, product_ids, minimum_cents }: Discount,
  format: typeof formatMoney,
): string | null {
  if (!lines.some((line) => isFor(product_ids, line))) return `The code ${code} doesn’t apply to these products.`
  const goods = goodsTotal(lines)
  if (goods >= minimum_cents) return null
  return `The code ${code} needs items worth ${format(minimum_cents)} or more. These cost ${format(goods)}.`
}

function isFor(product_ids: Discount['product_ids'], { product_id }: Line): boolean {
  return product_ids === null || product_ids.includes(product_id)
}

function discountShares(lines: readonly Line[], { kind, value, product_ids }: Discount): Cents[] {
  const totals = lines.map((line) => (isFor(product_ids, line) ? lineTotal(line) : 0))
  if (kind === 'percent') return totals.map((total) => prorate(total, value, 100))
  return allocate(
    Math.min(
      value,
      totals.reduce((sum, total) => sum + total, 0),
    ),
    totals,
  )
}
