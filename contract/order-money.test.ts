import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FigureName } from './books/admin.ts'
import {
  buildEntries,
  type Entry,
  FIGURE_NAMES,
  isToRefund,
  type Movement,
  type OrderMoney,
  rowsToAdd,
  type SoldOrder,
  sumReceived,
  taxInRefund,
} from './order-money.ts'
import { paidCents } from './order-totals.ts'

const item = fc.record({
  price_cents: fc.integer({ min: 1, max: 30_000 }),
  quantity: fc.integer({ min: 1, max: 4 }),
  percentOff: fc.integer({ min: 0, max: 40 }),
  regular_price_cents: fc.option(fc.integer({ min: 1, max: 40_000 })),
})
const life = fc.record({
  items: fc.array(item, { minLength: 1, maxLength: 3 }),
  tax_cents: fc.integer({ min: 0, max: 4000 }),
  delivery_cents: fc.integer({ min: 0, max: 3000 }),
  delivery_taxed: fc.constantFrom(0, 1),
  way: fc.constantFrom('card', 'cash', 'unpaid'),
  steps: fc.array(
    fc.record({
      kind: fc.constantFrom(
        'cancel',
        'put back',
        'capture',
        'release',
        'record',
        'refund',
        'mark as refunded',
        'settle',
        'dispute',
        'remove',
      ),
      place: fc.nat(9),
      percent: fc.integer({ min: 1, max: 100 }),
    }),
    { maxLength: 12 },
  ),
})
type Life = typeof life extends fc.Arbitrary<infer Value> ? Value : never
type Step = Life['steps'][number]

function orderOf({ items: drawn, way, steps: _, ...sums }: Life): SoldOrder {
  const items = drawn.map(({ percentOff, ...line }, index) => ({
    ...{ ...line, order_item_id: `1-${index + 1}`, product_id: `${101 + index}`, product_name: 'Bag' },
    ...{ discount_cents: Math.floor((line.price_cents * line.quantity * percentOff) / 100) },
    ...{ cancellation_status: null, cancelled_at: null, refund_status: null },
  }))
  const total_cents = items.reduce((sum, line) => sum + line.price_cents * line.quantity - line.discount_cents, 0)
  return {
    ...{ ...sums, items, total_cents, order_id: '1', order_date: '2026-11-01', order_status: 'processing' },
    ...{ state: 'WA', channel: 'online', payment: way === 'cash' ? 'cash' : way, paid_at: null },
  }
}

function startOf(drawn: Life): OrderMoney {
  const order = orderOf(drawn)
  const payment = {
    reference: 'r',
    state: 'authorized',
    authorized_cents: paidCents(order),
    captured_cents: 0,
    refunded_cents: 0,
  } as const
  const operations = [{ kind: 'authorize', state: 'done', created_at: timeOf(0) }] as const
  return { order_id: '1', order, payments: drawn.way === 'card' ? [{ payment, operations }] : [], movements: [] }
}

function timeOf(step: number): string {
  return `2026-11-02T10:00:${String(step).padStart(2, '0')}.000Z`
}

/** Applies a step to the money of an order. An impossible step changes nothing. */
function after(money: OrderMoney, { kind, place, percent }: Step, number: number): OrderMoney {
  const { order, payments, movements } = money
  const [known] = payments
  if (order === null) return money
  const at = timeOf(number + 1)
  const withItem = (change: Partial<SoldOrder['items'][number]>): OrderMoney => {
    const items = order.items.map((one, index) => (index === place % order.items.length ? { ...one, ...change } : one))
    return { ...money, order: { ...order, items } }
  }
  const withPayment = (state: 'settled' | 'voided', captured_cents: number): OrderMoney => {
    if (known?.payment.state !== 'authorized') return money
    const operations = [...known.operations, { kind: 'capture', state: 'done', created_at: at } as const]
    return { ...money, payments: [{ payment: { ...known.payment, state, captured_cents }, operations }] }
  }
  const move = (movement: Pick<Movement, 'kind' | 'amount_cents' | 'tax_cents'>): OrderMoney => {
    const ids = { movement_id: `m${number}`, payment: known?.payment.reference ?? null }
    return { ...money, movements: [...movements, { ...movement, ...ids, day: '2026-11-03', settled: 0 }] }
  }
  switch (kind) {
    case 'cancel':
      return withItem({ cancellation_status: 'cancelled', cancelled_at: at })
    case 'put back':
      return withItem({ cancellation_status: null, cancelled_at: null })
    case 'capture': {
      const cents = known?.payment.authorized_cents ?? 0
      const charged = withPayment('settled', cents)
      if (charged === money) return money
      const capture = { kind: 'capture', movement_id: 'g', payment: 'r', day: '2026-11-02', settled: 1 } as const
      return { ...charged, movements: [...movements, { ...capture, amount_cents: cents, tax_cents: 0 }] }
    }
    case 'release':
      return withPayment('voided', 0)
    case 'record':
      return order.payment === 'unpaid' ? { ...money, order: { ...order, payment: 'cash', paid_at: at } } : money
    case 'refund': {
      const refunds = movements.filter((movement) => movement.kind === 'refund')
      const received = sumReceived(money)
      const left = received.charged - refunds.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
      if (left <= 0) return money
      const amount_cents = Math.ceil((left * percent) / 100)
      const others = refunds.map(({ amount_cents: amount, tax_cents: tax }) => ({ amount, tax }))
      const moved = move({ kind: 'refund', amount_cents, tax_cents: taxInRefund(received, others, amount_cents) })
      const ofCard = payments.map(({ payment, operations }) => {
        return { payment: { ...payment, refunded_cents: payment.refunded_cents + amount_cents }, operations }
      })
      return { ...moved, payments: ofCard }
    }
    case 'mark as refunded':
      return withItem({ refund_status: 'refunded' })
    case 'settle':
      return { ...money, movements: movements.map((one) => ({ ...one, day: '2026-11-05', settled: 1 })) }
    case 'dispute':
      return known === undefined || known.payment.captured_cents === 0
        ? money
        : move({ kind: 'dispute', amount_cents: known.payment.captured_cents, tax_cents: 0 })
    case 'remove':
      return payments.length > 0 || movements.length > 0 || percent > 10 ? money : { ...money, order: null }
    default:
      throw new Error(kind satisfies never)
  }
}

function sumOf(rows: readonly Entry[], name: FigureName): number {
  return rows.reduce((sum, row) => sum + row[name], 0)
}

const figuresOf = (rows: readonly Entry[]) => FIGURE_NAMES.map((name) => [name, sumOf(rows, name)])

test('whatever is done with an order, its rows come to what it is, was charged and refunded, and none is changed', () => {
  fc.assert(
    fc.property(life, (drawn) => {
      let money = startOf(drawn)
      const written = rowsToAdd([], buildEntries(money))
      for (const [number, step] of drawn.steps.entries()) {
        money = after(money, step, number)
        const added = rowsToAdd(written, buildEntries(money))
        written.push(...added)
        expect(figuresOf(written)).toEqual(figuresOf(buildEntries(money)))
        expect(rowsToAdd(written, buildEntries(money))).toEqual([])
      }
      const { order, payments, movements } = money
      const moved = (kind: Movement['kind']) =>
        movements.reduce((sum, one) => sum + (one.kind === kind ? one.amount_cents : 0), 0)
      if (payments.length > 0) expect(sumOf(written, 'charged_cents')).toBe(moved('capture'))
      else expect(sumOf(written, 'charged_cents')).toBe(sumReceived(money).charged)
      expect(sumOf(written, 'paid_back_cents')).toBe(moved('refund'))
      expect(sumOf(written, 'disputed_cents')).toBe(moved('dispute'))
      if (order === null) expect(figuresOf(written)).toEqual(FIGURE_NAMES.map((name) => [name, 0]))
    }),
  )
})

/** Plays an order's steps, and notes the items that were cancelled while the shop had their money. */
function play(drawn: Life): { money: OrderMoney; isOwed: boolean } {
  let money = startOf(drawn)
  const [owed, refunded] = [new Set<number>(), new Set<number>()]
  for (const [number, step] of drawn.steps.entries()) {
    const index = step.place % drawn.items.length
    const { order, payments } = money
    const isPaid = payments.length > 0 ? payments.some(isCharged) : order?.payment !== 'unpaid'
    if (step.kind === 'cancel' && isPaid) owed.add(index)
    else if (step.kind === 'cancel' || step.kind === 'put back') owed.delete(index)
    if (step.kind === 'mark as refunded') refunded.add(index)
    money = after(money, step, number)
  }
  return { money, isOwed: [...owed].some((index) => !refunded.has(index)) && money.payments.every(hasLeft) }
}

const isCharged = ({ payment }: OrderMoney['payments'][number]) => payment.captured_cents > 0
const hasLeft = ({ payment }: OrderMoney['payments'][number]) => payment.captured_cents !== payment.refunded_cents

test('the goods that were cancelled after money was received for them are to refund until they or all money is', () => {
  fc.assert(
    fc.property(life, (drawn) => {
      const { money, isOwed } = play(drawn)
      const { order, payments } = money
      if (order !== null) expect(isToRefund({ order, payments })).toBe(isOwed)
    }),
  )
})

test.each<[Life['way'], Step['kind'][], boolean]>([
  ['card', ['capture', 'cancel'], true],
  ['card', ['cancel', 'capture'], false],
  ['card', ['capture', 'cancel', 'put back'], false],
  ['card', ['capture', 'cancel', 'mark as refunded'], false],
  ['card', ['capture', 'cancel', 'refund'], false],
  ['card', ['cancel', 'release'], false],
  ['cash', ['cancel'], true],
  ['cash', ['cancel', 'mark as refunded'], false],
  ['unpaid', ['cancel', 'record'], false],
  ['unpaid', ['record', 'cancel'], true],
])('an order paid by %s: after %j, whether it is to refund is %s', (way, kinds, expected) => {
  const { money } = play({
    ...{ items: [{ price_cents: 100, quantity: 1, percentOff: 0, regular_price_cents: null }], way },
    ...{ tax_cents: 0, delivery_cents: 0, delivery_taxed: 0 },
    steps: kinds.map((kind) => ({ kind, place: 0, percent: 100 })),
  })
  const { order, payments } = money
  if (order === null) throw new Error('no order')
  expect(isToRefund({ order, payments })).toBe(expected)
})

test('an order without cancellations comes to its goods, delivery and tax', () => {
  fc.assert(
    fc.property(life, (drawn) => {
      const money = startOf(drawn)
      const rows = rowsToAdd([], buildEntries(money))
      const total = sumOf(rows, 'goods_cents') + sumOf(rows, 'delivery_cents') + sumOf(rows, 'tax_cents')
      expect(total).toBe(money.order === null ? 0 : paidCents(money.order))
      expect(sumOf(rows, 'orders')).toBe(1)
      expect(sumOf(rows, 'waiting_cents')).toBe(drawn.way === 'card' ? total : 0)
      expect(sumOf(rows, 'charged_cents')).toBe(drawn.way === 'cash' ? total : 0)
    }),
  )
})

test('an order without a figure has a row, by which it is known to be written', () => {
  const drawn: Life = {
    ...{ items: [{ price_cents: 1, quantity: 1, percentOff: 0, regular_price_cents: null }], steps: [], way: 'cash' },
    ...{ tax_cents: 0, delivery_cents: 0, delivery_taxed: 0 },
  }
  const { order } = startOf(drawn)
  const cancelled = {
    order_id: '1',
    order: order && { ...order, order_status: 'cancelled' },
    payments: [],
    movements: [],
  }
  const rows = rowsToAdd([], buildEntries(cancelled))
  expect(rows.map(({ kind }) => kind)).toEqual(['sale'])
  expect(rowsToAdd(rows, buildEntries(cancelled))).toEqual([])
})
