import { type Cents, formatAdminMoney, goodsTotal } from '@shop/contract/money'
import type { ImportField } from '@shop/contract/orders/import'
import type { ItemDraft } from '../build-order.ts'
import { withDiscount } from './imported-order.ts'

/** A line of a file. Quantity 0: removed, or refunded as a whole. */
export type FileLine = { item: ItemDraft; discount: Cents }

/** The amounts of an order, if the file has columns for them. */
export type FileMoney = {
  delivery_cost?: Cents | undefined
  delivery_discount?: Cents | undefined
  tax_amount?: Cents | undefined
  discount_amount?: Cents | undefined
  refunded_amount?: Cents | undefined
  order_total?: Cents | undefined
  net_total?: Cents | undefined
  financial_status?: string | undefined
}

/** Items at the prices that were paid. `note`: what the file does not say per item. */
type Items = { items: ItemDraft[]; note: string | null }
export type SettledItems = Items & { delivery: Cents }
export type MoneyProblem = { field: ImportField; message: string }

const NOT_ITEMIZED = 'Not itemized'

/** Makes items add up to the total. Programs may leave refunds and discounts out of quantities and prices. */
export function settleItems(lines: readonly FileLine[], money: FileMoney): SettledItems | MoneyProblem {
  const { delivery_cost: cost = 0, delivery_discount: off = 0, discount_amount: discount = 0 } = money
  const items = lines
    .filter(({ item }) => item.quantity > 0)
    .flatMap((line) => withDiscount([line.item], Math.min(line.discount, goodsTotal([line.item]))))
  const [first, ...others] = (off > cost || off === 0 ? [cost] : [cost - off, cost]).map((delivery) => {
    const settled = settleWith({ lines, items, delivery }, money)
    return 'items' in settled ? { ...settled, delivery } : settled
  })
  if (first === undefined) throw new Error('an order has no cost of delivery')
  if (!('items' in first) && others.length === 0) return first
  // Some programs subtract the discount from the price; the total tells which.
  const hasTotal = money.order_total !== undefined || money.net_total !== undefined
  if (!hasTotal) return off > cost && 'items' in first ? { ...first, note: notTakenOff(off) } : first
  const isClean = (one: SettledItems | MoneyProblem) => 'items' in one && one.note === null
  const isExact = (one: SettledItems | MoneyProblem) =>
    'items' in one && isClean(one) && [0, discount].includes(goodsTotal(items) - goodsTotal(one.items))
  const readings = [first, ...others]
  return readings.find(isExact) ?? readings.find(isClean) ?? first
}

function settleWith(
  { lines, items, delivery }: { lines: readonly FileLine[]; items: ItemDraft[]; delivery: Cents },
  money: FileMoney,
): Items | MoneyProblem {
  const { discount_amount: discount = 0, refunded_amount: refunded = 0 } = money
  const removed = lines.map(({ item }) => item).filter(({ quantity, price_cents }) => quantity === 0 && price_cents > 0)
  const sum = goodsTotal(items) + delivery + (money.tax_amount ?? 0)
  const total = chargedTotal(money, { sum, removed })
  if (total === null) {
    return withoutTotal([...items, ...(removedFor(refunded, removed) ?? [])], discount)
  }
  // A discount never covers delivery or tax.
  if (sum - total > Math.min(discount, goodsTotal(items))) {
    return { field: 'order_total', message: tooLow(total, sum, discount) }
  }
  if (sum >= total) return { items: withDiscount(items, sum - total), note: null }
  const missing = total - sum
  const marked = refunded > 0 ? refundedItems({ items, removed }, { missing, discount, refunded }) : null
  if (marked !== null) return { items: marked, note: null }
  const rest: ItemDraft = {
    ...{ product_id: '', product_name: NOT_ITEMIZED, price_cents: missing, quantity: 1 },
    image_file: null,
  }
  return missing <= refunded
    ? { items: [...items, { ...rest, refund_status: 'refunded' }], note: null }
    : { items: [...items, rest], note: restNote(total, sum) }
}

function notTakenOff(discount: Cents): string {
  return `The delivery discount of ${formatAdminMoney(discount)} is more than delivery costs, and isn’t taken off.`
}

function withoutTotal(items: readonly ItemDraft[], discount: Cents): Items | MoneyProblem {
  const goods = goodsTotal(items)
  return discount > goods
    ? { field: 'discount_amount', message: `is more than the items cost, ${formatAdminMoney(goods)}` }
    : { items: withDiscount(items, discount), note: null }
}

type Removed = readonly ItemDraft[]

/**
 * The charged amount before refunds; `null` if unknown. Except for Shopify, a total that the remaining items add up to
 * excludes refunds of removed items.
 */
function chargedTotal(money: FileMoney, { sum, removed }: { sum: Cents; removed: Removed }): Cents | null {
  const { order_total: total, net_total: net, discount_amount: discount = 0, refunded_amount: refunded = 0 } = money
  if (total === undefined) return net === undefined ? null : net + refunded
  const isRest =
    sum - total >= 0 && sum - total <= discount && removed.some(({ price_cents }) => price_cents <= refunded)
  const isReduced = isRest || (removed.length > 0 && refunded > total)
  return isReduced && money.financial_status === undefined ? total + refunded : total
}

/** The items including refunded ones, if these explain the rest of the total; otherwise `null`. */
function refundedItems(
  { items, removed }: { items: readonly ItemDraft[]; removed: Removed },
  { missing, discount, refunded }: { missing: Cents; discount: Cents; refunded: Cents },
): ItemDraft[] | null {
  if (missing > refunded) return null
  for (const off of discount === 0 ? [0] : [0, discount]) {
    const found = removedFor(missing + off, removed) ?? oneOf(missing + off, items)
    if (found !== null) return withDiscount([...items, ...found], off)
  }
  return null
}

/** Removed items of this total price: each once, or one of them several times. */
function removedFor(amount: Cents, removed: Removed): ItemDraft[] | null {
  const each = removed.map((item) => ({ ...item, quantity: 1, refund_status: 'refunded' as const }))
  if (amount === 0 || removed.length === 0) return null
  return goodsTotal(each) === amount ? each : oneOf(amount, removed)
}

function oneOf(amount: Cents, items: readonly ItemDraft[]): ItemDraft[] | null {
  const item = items.find(({ price_cents }) => price_cents > 0 && amount % price_cents === 0)
  return item === undefined
    ? null
    : [{ ...item, quantity: amount / item.price_cents, refund_status: 'refunded' as const }]
}

function tooLow(total: Cents, sum: Cents, discount: Cents): string {
  const without = discount === 0 ? '' : `, without the discount of ${formatAdminMoney(discount)}`
  return `is ${formatAdminMoney(total)}, but the items, delivery and tax add up to ${formatAdminMoney(sum)}${without}`
}

function restNote(total: Cents, sum: Cents): string {
  return `The items, delivery and tax add up to ${formatAdminMoney(sum)}, but the total is ${formatAdminMoney(total)}. The difference is stored as “${NOT_ITEMIZED}”.`
}
