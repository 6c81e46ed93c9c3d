import { allocate, type Cents, formatMoney, goodsTotal, lineTotal, type PricedLine, shareOf } from '../money.ts'
import type { OrderTerms, OrderTotals } from '../order-totals.ts'
import { salesTax } from '../tax/sales-tax.ts'

/** A whole percent of each line, or an amount that the lines share. */
export const DISCOUNT_KINDS = ['percent', 'amount'] as const

export type Discount = {
  code: string
  kind: (typeof DISCOUNT_KINDS)[number]
  /** Whole percent, or cents. */
  value: number
  /** The products that it is for; `null`: all. */
  product_ids: readonly string[] | null
  /** The least that an order's goods cost, before the discount. */
  minimum_cents: Cents
}

/** A code as it is stored and compared: letter case and blanks around it do not count. */
export function normalizeCode(text: string): string {
  return text.trim().toUpperCase()
}

/** 3 to 30 letters, digits and dashes, as they are stored. */
export const CODE_PATTERN = /^[A-Z0-9][A-Z0-9-]{2,29}$/
export const CODE_RULE = 'A code has 3 to 30 letters from A to Z, digits and dashes, and doesn’t start with a dash.'

type Line = PricedLine & { product_id: string }

/** The discount of each line; the reason there is none, or `null`. */
export type DiscountedLines = { shares: Cents[]; problem: string | null }

/**
 * Splits a discount by line, rounded, and never more than the line; refunds by line then sum to the amount paid.
 * `format` writes the amounts of the problem.
 */
export function discountLines(lines: readonly Line[], discount: Discount, format = formatMoney): DiscountedLines {
  const problem = discountProblem(lines, discount, format)
  return { shares: problem === null ? discountShares(lines, discount) : lines.map(() => 0), problem }
}

export type DiscountedOrder = DiscountedLines & { sums: OrderTotals; code_discount: Cents }

/**
 * Sums an order with a code, as the checkout shows it and the backend charges it. Whether delivery is free depends on
 * the goods before the discount; the sales tax is on what is paid for them.
 */
export function discountOrder(
  lines: readonly Line[],
  sums: OrderTotals,
  terms: Pick<OrderTerms, 'taxRate' | 'deliveryTaxed'>,
  discount: Discount,
): DiscountedOrder {
  const { shares, problem } = discountLines(lines, discount)
  const code_discount = shares.reduce((sum, share) => sum + share, 0)
  const [goods, delivery] = [sums.subtotal - code_discount, sums.delivery - sums.discount]
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
  if (kind === 'percent') return totals.map((total) => shareOf(total, value, 100))
  return allocate(
    Math.min(
      value,
      totals.reduce((sum, total) => sum + total, 0),
    ),
    totals,
  )
}
