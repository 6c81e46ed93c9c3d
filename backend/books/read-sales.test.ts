import { adminBooks, type FigureName, type Sales } from '@shop/contract/books/admin'
import { SALES_GROUPINGS, SALES_VIEWS, type SalesGrouping } from '@shop/contract/books/sales-views'
import { requestPath } from '@shop/contract/http/call'
import { keysOf } from '@shop/contract/http/coercion'
import { TAKEN_CHANNELS } from '@shop/contract/orders/admin-values'
import { describe, expect, test } from 'vitest'
import { buildOrder } from '../orders/build-order.ts'
import { cancelByShop } from '../orders/cancellation/cancel-by-shop.ts'
import { findOrder, insertOrders } from '../orders/orders.repository.ts'
import { refundOrder } from '../orders/refunds/refund-order.ts'
import { takeOrder } from '../orders/taken/take-order.ts'
import { inTransaction } from '../platform/database/database.ts'
import { type AdminVisitor, signInAs } from '../testing/admin-visitor.ts'
import { ENGINES } from '../testing/servers/engines.ts'
import { eachTestShop, sharedTestStore } from '../testing/test-hooks.ts'
import { compareFigures } from './compare-figures.ts'
import { readSales } from './read-sales.ts'

/** A line of goods as the family wrote it down. */
type Line = { product: string; pieces: number; each: number; regular: number }
/** An order as the family wrote it down, and what was refunded of it on which day, with the tax in it. */
type Written = {
  day: string
  state: string
  channel: string
  lines: Line[]
  delivery: number
  tax: number
  isPaid: boolean
  /** Cancelled as a whole, after payment. */
  isCancelled: boolean
  refunded: { day: string; cents: number; tax: number }[]
}

const PERIOD = { from: '2024-11-01', to: '2025-10-31' }
const PRODUCTS = ['101', '104', '107', '110', '211'] as const
const STATES = ['OR', 'WA', null] as const
const COUNT = 60

/** Noon of a day in the period; orders come about every six days. */
function noonOf(order: number): Date {
  return new Date(Date.UTC(2024, 10, 1 + order * 6, 12))
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}

/** Quarter of each month. */
const QUARTERS = [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]

/** Written anew, and not what the books use. */
const KEYS: Readonly<Record<'day' | 'week' | 'month' | 'quarter' | 'year', (day: string) => string>> = {
  day: (day) => day,
  week: (day) => {
    const date = new Date(`${day}T12:00:00Z`)
    date.setUTCDate(date.getUTCDate() - date.getUTCDay())
    return dayOf(date)
  },
  month: (day) => day.slice(0, 7),
  quarter: (day) => `${day.slice(0, 4)}-Q${QUARTERS[Number(day.slice(5, 7)) - 1]}`,
  year: (day) => day.slice(0, 4),
}

type Sums = Map<string, Partial<Record<FigureName, number>>>

function add(sums: Sums, key: string, figures: Partial<Record<FigureName, number>>): void {
  const own = sums.get(key) ?? {}
  sums.set(key, own)
  for (const name of keysOf(figures)) own[name] = (own[name] ?? 0) + (figures[name] ?? 0)
}

function sumLines(lines: readonly Line[]) {
  return {
    goods_cents: lines.reduce((sum, { pieces, each }) => sum + pieces * each, 0),
    discount_cents: lines.reduce((sum, { pieces, each, regular }) => sum + pieces * (regular - each), 0),
  }
}

/** Sums the ledger by day, state or channel. */
function ordersBy(ledger: readonly Written[], by: SalesGrouping): Sums {
  const sums: Sums = new Map()
  const keyOf = ({ state, channel }: Written, day: string): string => {
    if (by === 'state') return state
    if (by === 'channel') return channel
    if (by === 'tax') return `${KEYS.quarter(day)} ${state}`
    return KEYS[by === 'day' || by === 'week' || by === 'quarter' || by === 'year' ? by : 'month'](day)
  }
  for (const order of ledger) {
    const { day, lines, delivery, tax, isPaid, isCancelled, refunded } = order
    const goods = sumLines(lines)
    const sold = { orders: 1, ...goods, delivery_cents: delivery }
    add(sums, keyOf(order, day), { ...(isCancelled ? { orders: 0 } : sold), tax_cents: tax })
    for (const back of refunded) add(sums, keyOf(order, back.day), { tax_paid_back_cents: back.tax })
    if (by === 'tax') continue
    add(sums, keyOf(order, day), { charged_cents: isPaid ? goods.goods_cents + delivery + tax : 0 })
    for (const back of refunded) add(sums, keyOf(order, back.day), { paid_back_cents: back.cents })
  }
  return sums
}

/** Sums the ledger by product, or by the group of each product. */
function goodsBy(ledger: readonly Written[], groupOf: (product: string) => string): Sums {
  const sums: Sums = new Map()
  for (const line of ledger.flatMap(({ lines, isCancelled }) => (isCancelled ? [] : lines))) {
    add(sums, groupOf(line.product), { units: line.pieces, ...sumLines([line]) })
  }
  return sums
}

/**
 * Refunds of an order with their days: none, one part, or three parts in three months that add up to the whole order;
 * the tax of each as the family works it out, with the delivery, on which no tax was paid, last.
 */
function refundsOfOrder(order: number, { goods, delivery, tax }: { goods: number; delivery: number; tax: number }) {
  const all = goods + delivery + tax
  const third = Math.floor(all / 3)
  const amounts = order % 7 === 0 ? [500 + order] : order % 7 === 3 ? [third, third + 1, all - 2 * third - 1] : []
  let [sum, taxOfSum] = [0, 0]
  return amounts.map((cents, index) => {
    sum += cents
    const exact = (Math.min(sum, goods + tax) * tax) / (goods + tax)
    const [before, now] = [taxOfSum, Math.floor(exact + 0.5)]
    taxOfSum = now
    return { at: noonOf(Math.min(order + 1 + index * 5, COUNT)), cents, tax: now - before }
  })
}

function sorted(sums: Sums) {
  return [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1))
}

describe.each(ENGINES)('a year of orders by hand on %s', (engine) => {
  const shop = eachTestShop(engine)

  /** Takes, cancels and pays back orders as the family does, and writes each down. */
  async function liveAYear(): Promise<Written[]> {
    const { database } = shop.store
    await database.updateTable('products').set({ stock_quantity: 1000 }).execute()
    const ledger: Written[] = []
    for (let order = 0; order < COUNT; order += 1) {
      const clock = () => noonOf(order)
      const by = { database, clock, actor: 'owner@shop.example' }
      const lines = await Promise.all(
        [0, 1].slice(0, 1 + (order % 2)).map(async (place) => {
          const product = PRODUCTS[(order + place * 2) % PRODUCTS.length] ?? '101'
          return { product, pieces: 1 + ((order + place) % 3), ...(await pricesOf(product, order)) }
        }),
      )
      const state = STATES[order % STATES.length] ?? null
      const channel = TAKEN_CHANNELS[Math.floor(order / STATES.length) % TAKEN_CHANNELS.length] ?? 'phone'
      const delivery = order % 4 === 0 ? 0 : 595
      const tax = state === 'WA' ? 100 + order : 0
      const isPaid = order % 5 !== 4
      const { orderId } = await takeOrder(by, {
        ...{ channel, first_name: 'Ada', last_name: 'Byron', email: '', phone: '', note: '', address: null },
        items: lines.map(({ product, pieces, each }) => ({ product_id: product, quantity: pieces, price_cents: each })),
        ...{ delivery_type_id: null, discount_code: null, delivery_cents: delivery, state, tax_cents: tax },
        ...{ payment: isPaid ? 'cash' : 'unpaid', handed_over: false },
      })
      // Every tenth is cancelled as a whole before it is paid.
      if (order % 10 === 9) {
        await cancelByShop(by, { order_id: orderId, item_ids: [], reason: 'Changed their mind', version: null })
        continue
      }
      const goods = sumLines(lines).goods_cents
      const backs = isPaid ? refundsOfOrder(order, { goods, delivery, tax }) : []
      const version = async () => (await findOrder(database, orderId))?.version ?? 0
      for (const { at, cents } of backs) {
        await refundOrder(
          { ...by, clock: () => at },
          {
            ...{ order_id: orderId, amount_cents: cents, item_ids: [], note: '', despite_dispute: false },
            version: await version(),
          },
        )
      }
      // A cancellation after payment lowers the goods, but no tax of a period that is reported already.
      const isCancelled = isPaid && backs.length < 2 && order % 8 === 1
      if (isCancelled) {
        const later = { ...by, clock: () => noonOf(order + 2) }
        await cancelByShop(later, { order_id: orderId, item_ids: [], reason: 'Out of canvas', version: null })
      }
      const refunded = backs.map(({ at, ...back }) => ({ ...back, day: dayOf(at) }))
      ledger.push({
        day: dayOf(clock()),
        state: state ?? '',
        channel,
        lines,
        delivery,
        tax,
        isPaid,
        isCancelled,
        refunded,
      })
    }
    return ledger
  }

  async function pricesOf(product: string, order: number): Promise<Pick<Line, 'each' | 'regular'>> {
    const row = await shop.store.database
      .selectFrom('products')
      .select('price_cents')
      .where('product_id', '=', product)
      .executeTakeFirstOrThrow()
    const regular = row.price_cents ?? 0
    return { regular, each: regular - (order % 3) * 100 }
  }

  async function productsBy(column: 'line' | 'color'): Promise<Map<string, string>> {
    const rows = await shop.store.database.selectFrom('products').select(['product_id', column]).execute()
    return new Map(rows.map((row) => [row.product_id, row[column] ?? '']))
  }

  const read = async (owner: AdminVisitor, by: SalesGrouping) => {
    const path = requestPath(adminBooks.getSales.path, {}, { ...PERIOD, by })
    return (await owner.call({ method: 'GET', path })).json<Sales>()
  }

  test('every view of Sales has the sums that the family wrote down, to the cent', async () => {
    const ledger = await liveAYear()
    const [lineOf, colorOf] = [await productsBy('line'), await productsBy('color')]
    const groups = { line: (id: string) => lineOf.get(id) ?? '', color: (id: string) => colorOf.get(id) ?? '' }
    const owner = await signInAs(shop, 'owner')
    expect(await compareFigures(shop.store.database)).toEqual([])
    for (const by of SALES_GROUPINGS) {
      const groupOf = by === 'line' || by === 'color' ? groups[by] : (id: string) => id
      const written = SALES_VIEWS[by].goods ? goodsBy(ledger, groupOf) : ordersBy(ledger, by)
      const { rows } = (await read(owner, by)).hand
      const found: Sums = new Map()
      for (const { key, figures } of rows) {
        // An order that was cancelled as a whole leaves a line without figures.
        if (SALES_VIEWS[by].goods ? figures.units === 0 : !written.has(key) && figures.orders === 0) continue
        const names = keysOf(written.get(key) ?? { orders: 0 })
        found.set(key, Object.fromEntries(names.map((name) => [name, figures[name]])))
      }
      expect([by, sorted(found)]).toEqual([by, sorted(written)])
    }
  })
})

const YEARS = { from: '2020-01-01', to: '2029-12-31' }
const opened = sharedTestStore('sqlite')

test.each([
  ['a period that ends before it begins', { ...YEARS, to: '2019-12-31' }, 'month', 'The period ends before it begins.'],
  [
    '100 years',
    { from: '1926-01-01', to: '2025-12-31' },
    'month',
    'A period can be ten years at most. Choose a shorter one.',
  ],
  [
    'ten years by day',
    YEARS,
    'day',
    'By day, a table can cover one year at most. Choose a shorter period, or group by week.',
  ],
  [
    'ten years by week',
    YEARS,
    'week',
    'By week, a table can cover two years at most. Choose a shorter period, or group by month.',
  ],
] as const)('%s is refused in a sentence', async (_, period, grouping, message) => {
  const sales = readSales(opened.store.database, period, grouping)
  await expect(sales).rejects.toMatchObject({ code: 'invalid_request', message })
})

test('a quarter is compared with the one before, a product with itself, and nothing with no sales', async () => {
  const at = async (order_id: string, order_date: string, price_cents: number) => {
    const item = { product_id: '101', product_name: 'Bag', image_file: null, quantity: 1, price_cents }
    const who = { first_name: 'Ada', last_name: 'Byron', email: '', channel: 'wholesale' } as const
    await inTransaction(opened.store.database, (trx) =>
      insertOrders(trx, [buildOrder({ ...who, order_id, order_date, items: [item] })]),
    )
  }
  await at('800001', '2024-02-29', 8000)
  await at('800002', '2024-05-31', 10_000)
  const quarter = await readSales(opened.store.database, { from: '2024-04-01', to: '2024-06-30' }, 'product')
  expect(quarter.before).toMatchObject({ from: '2024-01-01', to: '2024-03-31', hand: { goods_cents: 8000 } })
  expect(quarter.hand.rows.map((row) => [row.key, row.figures.goods_cents, row.goods_before_cents])).toEqual([
    ['101', 10_000, 8000],
  ])
  const first = await readSales(opened.store.database, { from: '2024-01-01', to: '2024-03-31' }, 'channel')
  expect(first.before.hand.goods_cents).toBe(0)
  expect(first.hand.rows).toMatchObject([{ key: 'wholesale', goods_before_cents: 0 }])
})
