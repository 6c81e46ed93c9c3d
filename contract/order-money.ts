import { type FigureName, type Figures, SALES_FIGURES, type SalesWay } from './books/admin.ts'
import { keysOf } from './http/coercion.ts'
import { type Cents, lineTotal, prorate } from './money.ts'
import { chargeFor, type PaidFor, type PaidLine, paidCents, refundedCents } from './order-totals.ts'
import { type CardPaymentState, isInEffect, type OperationKind, type OperationState } from './payments/card-payment.ts'

export type MoneyItem = PaidLine & { cancellation_status: string | null; cancelled_at: string | null }

export type MoneyOrder<Item extends MoneyItem = MoneyItem> = {
  total_cents: Cents
  tax_cents: Cents
  delivery_cents: Cents
  /** 1: the tax is also on the delivery. */
  delivery_taxed: number
  payment: string | null
  paid_at: string | null
  items: readonly Item[]
}

type Asked = { kind: OperationKind; state: OperationState; created_at: string }

export type MoneyPayment = { payment: { captured_cents: Cents }; operations: readonly Asked[] }

/** The amount due for an order: items that are not cancelled with their tax, and delivery. */
export function dueFor(order: Omit<MoneyOrder, 'payment' | 'paid_at'>): PaidFor {
  return chargeFor({ ...order, goods_cents: order.total_cents, delivery_taxed: order.delivery_taxed === 1 })
}

/** Whether an item was cancelled before an order without a card payment was recorded as paid. */
export function wasNeverPaid(
  { paid_at }: Pick<MoneyOrder, 'paid_at'>,
  { cancelled_at }: Pick<MoneyItem, 'cancelled_at'>,
): boolean {
  return paid_at !== null && cancelled_at !== null && cancelled_at <= paid_at
}

/** Whether an item of an order paid by link was cancelled before that: nothing is reserved for it. */
export function isUnreserved(
  { operations }: Pick<MoneyPayment, 'operations'>,
  item: Pick<MoneyItem, 'cancelled_at'>,
): boolean {
  const authorization = operations.find(({ kind }) => kind === 'authorize')
  return authorization !== undefined && wasCancelledBefore(item, authorization)
}

/** Whether an item was cancelled before the card was charged or the rest paid: nothing was paid for it. */
export function isUncharged(known: Pick<MoneyPayment, 'operations'>, item: Pick<MoneyItem, 'cancelled_at'>): boolean {
  const charge = known.operations.find((operation) => operation.kind === 'capture' && isInEffect(operation))
  return isUnreserved(known, item) || (charge !== undefined && wasCancelledBefore(item, charge))
}

function wasCancelledBefore({ cancelled_at }: Pick<MoneyItem, 'cancelled_at'>, { created_at }: Asked): boolean {
  return cancelled_at !== null && cancelled_at <= created_at
}

/** Whether nothing was paid for an item: it was cancelled before the charge or the recorded payment. */
export function isUnpaidItem(
  { order, payment }: { order: Pick<MoneyOrder, 'paid_at'>; payment: Pick<MoneyPayment, 'operations'> | null },
  item: Pick<MoneyItem, 'cancelled_at'>,
): boolean {
  return payment === null ? wasNeverPaid(order, item) : isUncharged(payment, item)
}

export function receivedFor(order: MoneyOrder): Cents {
  if (!order.items.some((item) => wasNeverPaid(order, item))) return paidCents(order)
  return dueForItems(order, (item) => !wasNeverPaid(order, item)).total
}

function dueForItems<Item extends MoneyItem>(order: MoneyOrder<Item>, isMeant: (item: Item) => boolean): PaidFor {
  const items = order.items.map((item) => ({ ...item, cancellation_status: isMeant(item) ? null : 'cancelled' }))
  return dueFor({ ...order, items })
}

export function waitingCents({
  payment,
  operations,
}: {
  payment: { captured_cents: Cents }
  operations: readonly { kind: OperationKind; state: OperationState; amount_cents: Cents }[]
}): Cents {
  if (payment.captured_cents === 0) return 0
  const asked = operations.filter(({ kind }) => kind === 'refund' || kind === 'void')
  return refundedCents(asked.filter((operation) => isInEffect(operation) && operation.state !== 'done'))
}

/** The kinds of ledger rows. A negative row reverses an earlier one. */
export const ENTRY_KINDS = ['sale', 'authorization', 'capture', 'refund', 'dispute'] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

export type Entry = Figures & {
  /** `null`: a payment without an order. */
  order_id: string | null
  order_item_id: string | null
  product_id: string | null
  product_name: string | null
  kind: EntryKind
  day: string
  way: SalesWay
  /** Two letters; empty where the order names none. */
  state: string
  channel: string
  payment: string | null
  movement_id: string | null
  /** 0 or 1: the gateway has settled it. */
  settled: number
}

export const FIGURE_NAMES: readonly FigureName[] = keysOf(SALES_FIGURES)

export const NO_FIGURES: Figures = {
  orders: 0,
  units: 0,
  goods_cents: 0,
  discount_cents: 0,
  code_cents: 0,
  delivery_cents: 0,
  tax_cents: 0,
  tax_paid_back_cents: 0,
  charged_cents: 0,
  paid_back_cents: 0,
  disputed_cents: 0,
  waiting_cents: 0,
}

type SoldItem = MoneyItem & {
  refund_status: string | null
  order_item_id: string
  product_id: string
  product_name: string
  regular_price_cents: Cents | null
}

export type SoldOrder = MoneyOrder<SoldItem> & {
  order_id: string
  order_date: string
  order_status: string
  state: string | null
  channel: string
}

export type SoldPayment = {
  payment: {
    reference: string
    state: CardPaymentState
    authorized_cents: Cents
    captured_cents: Cents
    refunded_cents: Cents
  }
  operations: readonly Asked[]
}

/** Money that moved; `way` is the gateway, or by hand. */
export type Movement = {
  kind: 'capture' | 'refund' | 'dispute'
  movement_id: string
  payment: string | null
  day: string
  settled: number
  amount_cents: Cents
  tax_cents: Cents
}

export type OrderMoney = {
  order_id: string | null
  order: SoldOrder | null
  payments: readonly SoldPayment[]
  movements: readonly Movement[]
}

export type Received = {
  charged: Cents
  tax: Cents
  /** The delivery, where its state does not tax it. */
  untaxed: Cents
}

/** Lists an order's ledger entries as of now: sales on the day of the order, money on the day it moved. */
export function buildEntries({ order_id, order, payments, movements }: OrderMoney): Entry[] {
  const place = {
    order_id,
    state: order?.state ?? '',
    // Only online can a card be charged without an order.
    channel: order?.channel ?? 'online',
  }
  const moved = movements.map((movement) => buildEntry(movement, place))
  return order === null ? moved : [...soldEntries({ order, payments }), ...moved]
}

const AMOUNT_COLUMNS = { capture: 'charged_cents', refund: 'paid_back_cents', dispute: 'disputed_cents' } as const

function buildEntry(
  { kind, movement_id, payment, day, settled, amount_cents, tax_cents }: Movement,
  place: Pick<Entry, 'order_id' | 'state' | 'channel'>,
): Entry {
  const way = payment === null ? 'hand' : 'card'
  const entry = { ...NO_FIGURES, ...NO_ITEM, ...place, kind, way, payment, movement_id, day, settled } as const
  return { ...entry, [AMOUNT_COLUMNS[kind]]: amount_cents, tax_paid_back_cents: tax_cents }
}

const NO_ITEM = {
  order_item_id: null,
  product_id: null,
  product_name: null,
  payment: null,
  movement_id: null,
  settled: 1,
} as const

/** An order that is there, with its card payments. */
export type Sold = Pick<OrderMoney, 'payments'> & { order: SoldOrder }

function soldEntries({ order, payments }: Sold): Entry[] {
  const { order_id, order_date: day, state, channel } = order
  const way = payments.length === 0 ? 'hand' : 'card'
  const common = { ...NO_FIGURES, ...NO_ITEM, order_id, day, way, state: state ?? '', channel } as const
  const kept = order.items.filter((item) => isKept({ order, payments }, item))
  const lines = kept.map((item): Entry => {
    const { order_item_id, product_id, product_name, quantity: units, discount_cents } = item
    const { price_cents, regular_price_cents } = item
    return {
      ...{ ...common, kind: 'sale', order_item_id, product_id, product_name, units, code_cents: discount_cents },
      goods_cents: lineTotal(item) - discount_cents,
      discount_cents: Math.max(0, (regular_price_cents ?? 0) - price_cents) * units,
    }
  })
  const { tax, charged } = receivedByHand({ order, payments })
  const reserved = payments.filter(({ payment }) => payment.state === 'authorized')
  return [
    {
      ...{ ...common, kind: 'sale', orders: kept.length > 0 ? 1 : 0, tax_cents: tax },
      delivery_cents: kept.length > 0 ? order.delivery_cents : 0,
    },
    ...lines,
    ...(charged === 0 ? [] : [{ ...common, kind: 'capture' as const, charged_cents: charged }]),
    ...reserved.map(({ payment }): Entry => {
      const { reference, authorized_cents } = payment
      return { ...common, kind: 'authorization', payment: reference, waiting_cents: authorized_cents }
    }),
  ]
}

/** Whether an item is sold: neither it nor its order is cancelled, nor was it refunded before the charge. */
function isKept({ order, payments }: Sold, { cancellation_status }: MoneyItem): boolean {
  if (cancellation_status !== null || order.order_status === 'cancelled') return false
  return !(order.order_status === 'refunded' && firstState(payments) === 'voided')
}

/** Whether an item bears tax until that is refunded: it was not cancelled, or was paid before. */
function isTaxed({ order, payments }: Sold, item: SoldItem): boolean {
  return isKept({ order, payments }, item) || wasCancelledPaid({ order, payments }, item)
}

function wasCancelledPaid({ order, payments }: Sold, item: SoldItem): boolean {
  if (item.cancelled_at === null || order.payment === 'unpaid') return false
  if (payments.length === 0) return !wasNeverPaid(order, item)
  return payments.some((known) => known.payment.captured_cents > 0 && !isUncharged(known, item))
}

/** Whether items were cancelled after they were paid and are not refunded, and there is money left on the card. */
export function isToRefund({ order, payments }: Sold): boolean {
  const hasLeft = payments.every(({ payment }) => payment.captured_cents > payment.refunded_cents)
  const isOwed = (item: SoldItem) =>
    item.cancellation_status === 'cancelled' &&
    item.refund_status === null &&
    wasCancelledPaid({ order, payments }, item)
  return hasLeft && order.items.some(isOwed)
}

/** Whether an order has shipped and its card is not charged. A charge that waits for its first attempt counts as made. */
export function isToCharge(
  { order_status }: Pick<SoldOrder, 'order_status'>,
  known: {
    payment: { state: CardPaymentState }
    operations: readonly { kind: OperationKind; state: OperationState; attempts: number }[]
  },
): boolean {
  return (
    ['shipped', 'delivered'].includes(order_status) &&
    ['authorized', 'expired', 'failed'].includes(known.payment.state) &&
    !known.operations.some(({ kind, state, attempts }) => kind === 'capture' && state === 'due' && attempts === 0)
  )
}

function firstState(payments: readonly SoldPayment[]): CardPaymentState | null {
  return payments.map(({ payment }) => payment.state).toSorted()[0] ?? null
}

function receivedByHand({ order, payments }: Sold): Received {
  const isAnyPaid = order.items.some((item) => {
    return !wasNeverPaid(order, item) && (item.cancelled_at !== null || isKept({ order, payments }, item))
  })
  const isPaid = payments.length === 0 && order.payment !== 'unpaid' && isAnyPaid
  const isAnyTaxed = order.items.some((item) => isTaxed({ order, payments }, item))
  return {
    charged: isPaid ? receivedFor(order) : 0,
    tax: firstState(payments) === 'voided' ? 0 : dueForItems(order, (item) => isTaxed({ order, payments }, item)).tax,
    untaxed: isAnyTaxed && order.delivery_taxed === 0 ? order.delivery_cents : 0,
  }
}

export function sumReceived({ order, payments }: Pick<OrderMoney, 'order' | 'payments'>): Received {
  if (order === null) return { charged: 0, tax: 0, untaxed: 0 }
  const byHand = receivedByHand({ order, payments })
  const captured = payments.reduce((sum, { payment }) => sum + payment.captured_cents, 0)
  return { ...byHand, charged: byHand.charged + captured }
}

type TaxedRefund = { amount: Cents; tax: Cents }

/**
 * The sales tax in a refund, rounded with the order's other refunds: all of them sum to the whole tax. Untaxed delivery
 * is refunded last, since `paidFor` proposes it with the last items only.
 */
export function taxInRefund(received: Received, others: readonly TaxedRefund[], amount: Cents): Cents {
  const sumOf = (part: keyof TaxedRefund) => others.reduce((sum, refund) => sum + refund[part], 0)
  return taxInFirst(received, sumOf('amount') + amount) - sumOf('tax')
}

function taxInFirst({ charged, tax, untaxed }: Received, refunded: Cents): Cents {
  const taxed = Math.max(0, charged - untaxed)
  return prorate(tax, Math.min(refunded, taxed), taxed)
}

/** The rows to add to make the written ones equal `wanted`. An order's first row is written even without figures. */
export function rowsToAdd(written: readonly Entry[], wanted: readonly Entry[]): Entry[] {
  const sums = new Map<string, Entry>()
  const add = (entry: Entry, sign: 1 | -1): void => {
    const key = keyOf(entry)
    const sum = sums.get(key) ?? { ...entry, ...NO_FIGURES }
    sums.set(key, sum)
    for (const name of FIGURE_NAMES) sum[name] += sign * entry[name]
  }
  for (const entry of wanted) add(entry, 1)
  for (const entry of written) add(entry, -1)
  const rows = [...sums.values()]
  const changed = rows.filter((row) => FIGURE_NAMES.some((name) => row[name] !== 0))
  return changed.length > 0 || written.length > 0 ? changed : rows.slice(0, 1)
}

function keyOf(entry: Entry): string {
  const { order_id, order_item_id, product_id, kind, day, way, state, channel, payment, movement_id, settled } = entry
  const parts = [order_id, order_item_id, product_id, kind, day, way, state, channel, payment, movement_id, settled]
  return JSON.stringify(parts)
}
