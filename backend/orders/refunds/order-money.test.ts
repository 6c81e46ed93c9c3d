import { randomUUID } from 'node:crypto'
import { adminBooks, type Sales } from '@shop/contract/books/admin'
import { MINUTE_MS } from '@shop/contract/durations'
import { requestPath } from '@shop/contract/http/call'
import { MAIL_HOLD_MS } from '@shop/contract/mail/admin'
import { type Cents, formatDollars, goodsTotal, unitsOf } from '@shop/contract/money'
import { type AdminOrder, adminOrders } from '@shop/contract/orders/admin'
import { adminPayLinks } from '@shop/contract/orders/admin-pay-links'
import { listOrderRefunds, orderCalls } from '@shop/contract/orders/calls'
import { dueForItems, dueForReturn } from '@shop/contract/orders/refund-proposal'
import { splitLines } from '@shop/contract/orders/split-lines'
import { adminReturns } from '@shop/contract/returns/admin'
import { returnCalls } from '@shop/contract/returns/calls'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { LedgerTransaction } from '../../../tests/gateway/ledger.ts'
import { cardOrdersOf } from '../../../tests/gateway/shops/card-orders.ts'
import { compareFigures } from '../../books/compare-figures.ts'
import { listRefunds } from '../../books/ledger/refunds.repository.ts'
import { leftOfOrder } from '../../books/ledger/sum-figures.ts'
import { addDays, localDay } from '../../platform/lib/days/local-day.ts'
import { reconcile } from '../../settlement/reconcile.ts'
import { JOSE, placeOrder } from '../../testing/orders/orders.ts'
import { listToCharge, listToRefund } from '../list/orders-page.repository.ts'
import { ordersCsv } from '../page/orders-csv.ts'

const LIVES = Number(process.env.ORDER_LIVES ?? (process.env.TEST_FORM === 'long' ? 25 : 5))
const STOCK = 100_000
const PRODUCTS = ['101', '107', '110'] as const

/** Steps in the life of an order. A step that its state does not allow is refused and changes nothing. */
const KINDS = [
  ...['shopper cancels', 'shop cancels', 'refund pieces', 'work', 'bank', 'ship', 'undo'],
  ...['shopper cancels', 'shop cancels', 'refund pieces', 'work', 'bank', 'refund amount', 'refund delivery'],
  ...[
    'arrive',
    'ask to return',
    'return step',
    'return step',
    'pay',
    'record cash',
    'settled early',
    'expired',
    'lost dispute',
  ],
] as const
const step = fc.record({
  kind: fc.constantFrom(...KINDS),
  item: fc.nat(9),
  count: fc.integer({ min: 1, max: 3 }),
  percent: fc.integer({ min: 1, max: 100 }),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

const line = fc.record({
  price_cents: fc.integer({ min: 1, max: 30_000 }),
  quantity: fc.integer({ min: 1, max: 4 }),
  percentOff: fc.integer({ min: 0, max: 40 }),
})
const life = fc.record({
  way: fc.constantFrom('online', 'link', 'cash', 'unpaid'),
  lines: fc.array(line, { minLength: 1, maxLength: 3 }),
  delivery_cents: fc.integer({ min: 0, max: 3000 }),
  tax_cents: fc.integer({ min: 0, max: 4000 }),
  delivery_taxed: fc.constantFrom(0, 1),
  steps: fc.array(step, { minLength: 6, maxLength: 14 }),
})
type Life = typeof life extends fc.Arbitrary<infer Value> ? Value : never

/** Status of a call's answer; 200 for anything else. */
function statusOf(answer: unknown): number {
  if (Array.isArray(answer)) return Number(answer[0])
  const hasStatus = typeof answer === 'object' && answer !== null && 'statusCode' in answer
  return hasStatus ? Number(answer.statusCode) : 200
}

describe('the money of an order', () => {
  const { shop, owner, gateway, get, call, place, settle, makeRefund, undo } = cardOrdersOf('sqlite')
  let last = 900_000
  let ahead = 0

  /** For shop and gateway. */
  async function passTime(ms: number): Promise<void> {
    ahead += ms
    shop().passTime(ms)
    await gateway().set({ clockAhead: ahead })
  }
  const change = async (endpoint: { method: 'GET' | 'POST'; path: string }, orderId: string, fields: object) =>
    call(endpoint, orderId, { version: (await get(orderId)).version, ...fields })
  const post = (url: string, payload: object) =>
    shop().app.inject({ method: 'POST', url, payload, remoteAddress: `10.9.${last % 250}.${(last >> 8) % 250}` })
  const salesOf = async ({ card_payment }: AdminOrder): Promise<LedgerTransaction[]> => {
    if (card_payment === null) return []
    const all = await gateway().transactions()
    const sales = all.filter(({ type, orderId }) => type === 'sale' && orderId === card_payment.reference)
    return all.filter(({ id, refundedId }) => sales.some((sale) => sale.id === id || sale.id === refundedId))
  }

  async function start({ way, lines, steps: _, ...sums }: Life): Promise<string> {
    last += 1
    if (way === 'online') return place({ customer: { ...JOSE, phone: '503 555 0100' } })
    const orderId = String(last)
    await placeOrder(shop().store.database, {
      ...{ ...sums, order_id: orderId, order_date: localDay(shop().clock()), channel: 'phone' },
      payment: way === 'cash' ? 'cash' : 'unpaid',
      items: lines.map(({ price_cents, quantity, percentOff }, index) => ({
        ...{ product_id: PRODUCTS[index] ?? '101', product_name: `Bag ${index}`, price_cents, quantity },
        ...{ image_file: null, discount_cents: Math.floor((price_cents * quantity * percentOff) / 100) },
      })),
    })
    if (way === 'link') await payByLink(orderId)
    return orderId
  }

  /** Totals from $2,000 to $2,999.99 are declined. */
  async function payByLink(orderId: string) {
    const link = await change(adminPayLinks.sendPayLink, orderId, {})
    if (link.statusCode !== 200) return link
    const token = link.json().url.split('=')[1]
    const { asked } = (await post('/api/showPayLink', { token })).json()
    const body = { token, key: randomUUID(), total: asked, billingZip: '97201', nonce: await gateway().nonce() }
    return post('/api/payByLink', body)
  }

  /** Refunds pieces with the amount that the admin proposes. */
  async function refundPieces(page: AdminOrder, id: string, count: number) {
    const items = splitLines(
      page.items.filter(({ order_item_id }) => !page.unpaid_items.includes(order_item_id)),
      new Map([[id, count]]),
      ({ order_item_id }) => `${order_item_id} rest`,
    )
    const amount = Math.min(dueForItems({ ...page, items }, [id]).total, page.left_cents)
    return makeRefund(page.order_id, amount, { item_ids: [id], quantities: { [id]: count } })
  }

  async function nextOfReturn(page: AdminOrder) {
    const asked = page.returns.find(({ state }) => state !== 'declined' && state !== 'paid_back')
    if (asked === undefined) return null
    const act = ({ path }: { path: string }, fields: object) =>
      owner().call(
        { method: 'POST', path: requestPath(path, { order_id: page.order_id, return_id: asked.return_id }, {}) },
        { version: page.version, ...fields },
      )
    if (asked.state === 'asked') return act(adminReturns.acceptReturn, { answer: '', label: null })
    if (asked.state === 'accepted') return act(adminReturns.receiveReturn, { restocked_item_ids: [] })
    const items = page.items.filter(({ order_item_id }) => !page.unpaid_items.includes(order_item_id))
    const amount = Math.min(dueForReturn({ ...page, items }, asked).total, page.left_cents)
    return makeRefund(page.order_id, amount, { return_id: asked.return_id })
  }

  /** Half of it is the shop's error, which brings the delivery back, too. */
  function askToReturn(orderId: string, { id, count, percent }: { id: string; count: number; percent: number }) {
    const reason = percent > 50 ? 'Defective/Damaged' : 'Changed My Mind'
    const items = [{ order_item_id: id, quantity: count }]
    return post(returnCalls.askToReturn.path, { ...JOSE, orderId, items, reason, details: '' })
  }

  async function act(orderId: string, { kind, item: index, count, percent }: Step) {
    const page = await get(orderId)
    const { order_item_id: id = '' } = page.items[index % page.items.length] ?? {}
    const [pieces, reason] = [{ [id]: count }, 'Changed My Mind']
    const sale = (await salesOf(page)).find(({ type }) => type === 'sale')
    switch (kind) {
      case 'shopper cancels': {
        if (page.order_status === 'delivered') return askToReturn(orderId, { id, count, percent })
        const why = { cancellationReason: reason, cancellationJustification: 'None' }
        return post(orderCalls.cancelOrder.path, {
          ...{ ...JOSE, ...why, orderId, itemsToCancel: [id], quantitiesToCancel: pieces },
        })
      }
      case 'shop cancels':
        return change(adminOrders.cancelByShop, orderId, { item_ids: [id], quantities: pieces, reason })
      case 'ship':
        return change(adminOrders.shipOrder, orderId, percent > 50 ? { tracking_number: '1Z' } : { way: 'untracked' })
      case 'arrive':
        await change(adminOrders.shipOrder, orderId, { way: 'untracked' })
        await work(MAIL_HOLD_MS)
        await gateway().settle()
        await compare()
        return change(adminOrders.markDelivered, orderId, { delivered_on: localDay(shop().clock()) })
      case 'undo':
        return undo(page.events.find(({ undo_id }) => undo_id !== null)?.undo_id ?? 0)
      case 'refund pieces':
        return refundPieces(page, id, count)
      case 'refund amount':
        return makeRefund(orderId, Math.ceil((page.left_cents * percent) / 100))
      case 'refund delivery':
        return makeRefund(orderId, page.delivery_cents)
      case 'ask to return':
        return askToReturn(orderId, { id, count, percent })
      case 'return step':
        return nextOfReturn(page)
      case 'pay':
        return payByLink(orderId)
      case 'record cash':
        return change(adminOrders.recordPayment, orderId, { payment: 'cash' })
      case 'work':
        return work(MAIL_HOLD_MS)
      case 'bank':
        await gateway().settle()
        return compare()
      case 'settled early':
        return sale?.status === 'authorized' ? gateway().move({ id: sale.id, status: 'settled' }) : null
      case 'expired':
        return sale?.status === 'authorized' ? gateway().move({ id: sale.id, status: 'authorization_expired' }) : null
      case 'lost dispute': {
        if (sale?.status !== 'settled' || sale.disputes.length > 0) return null
        const cents = Math.ceil((sale.cents * percent) / 100)
        const lost = { transactionId: sale.id, status: 'lost', cents, replyBy: '2027-01-01' }
        await gateway().dispute({ id: `lost-${sale.id}`, ...lost })
        return compare()
      }
      default:
        throw new Error(kind satisfies never)
    }
  }

  async function work(ms: number): Promise<void> {
    await passTime(ms)
    await settle()
  }
  const compare = () => reconcile(shop().worker, new Date(0))

  const readSales = async (): Promise<Sales> => {
    const today = localDay(shop().clock())
    const query = { from: addDays(today, -3), to: addDays(today, 3), by: 'day' }
    return (await owner().call({ method: 'GET', path: requestPath(adminBooks.getSales.path, {}, query) })).json()
  }
  const netOf = ({ card, hand }: Sales): Cents =>
    [card, hand].reduce((sum, { total: { charged_cents, paid_back_cents, disputed_cents } }) => {
      return sum + charged_cents - paid_back_cents - disputed_cents
    }, 0)

  /** Holds after each step. */
  async function check(orderId: string, bought: AdminOrder, stock: ReadonlyMap<string, number>): Promise<AdminOrder> {
    const page = await get(orderId)
    const { card_payment: card, items } = page
    for (const product_id of PRODUCTS) {
      const own = (list: AdminOrder['items']) => list.filter((item) => item.product_id === product_id)
      const off = (list: AdminOrder['items']) => own(list).reduce((sum, { discount_cents }) => sum + discount_cents, 0)
      const sumOf = (list: AdminOrder['items']) => [unitsOf(own(list)), goodsTotal(own(list)), off(list)]
      expect(sumOf(items), `pieces of ${product_id}`).toEqual(sumOf(bought.items))
      const cancelled = own(items).filter(({ cancellation_status }) => cancellation_status !== null)
      expect(await stockOf(product_id), `stock of ${product_id}`).toBe(
        (stock.get(product_id) ?? 0) + unitsOf(cancelled),
      )
    }
    expect(await compareFigures(shop().store.database)).toEqual([])
    const wasReleased = page.order_status === 'refunded' && card?.state === 'voided'
    const kept = wasReleased ? [] : items.filter(({ cancellation_status }) => cancellation_status === null)
    expect(await soldOf(orderId), 'what was sold in it').toEqual({
      units: unitsOf(kept),
      delivery: kept.length > 0 ? page.delivery_cents : 0,
    })
    expect(page.left_cents).toBeGreaterThanOrEqual(0)
    await checkLists(page)
    if (card === null) return page
    const isLost = card.disputes.length > 0
    if (!isLost) expect(card.refunded_cents + card.waiting_cents).toBeLessThanOrEqual(card.captured_cents)
    expect(card.captured_cents).toBeLessThanOrEqual(card.authorized_cents)
    expect(page.left_cents).toBe(Math.max(0, card.captured_cents - card.refunded_cents - card.waiting_cents))
    return page
  }

  /** Expects the filters of the lists to agree with the rules about the order. */
  async function checkLists({ order_id, card_payment: card, ...page }: AdminOrder): Promise<void> {
    const { database } = shop().store
    expect((await listToRefund(database, [order_id])).has(order_id), 'to refund').toBe(page.to_pay_back)
    expect((await listToCharge(database, [{ ...page, order_id }])).has(order_id), 'to charge').toBe(page.to_charge)
    const left = sql<{
      cents: number | string
    }>`select ${leftOfOrder('orders.order_id')} as cents from orders where order_id = ${order_id}`
    const [row] = (await left.execute(database)).rows
    const byHand = page.payment === 'unpaid' ? 0 : page.left_cents
    const cents = card === null ? byHand : card.captured_cents - card.refunded_cents
    expect(Math.max(0, Number(row?.cents)), 'left by the rows').toBe(cents)
  }

  /** Sums sold units and delivery from the order's transactions. */
  const soldOf = async (orderId: string) => {
    const query = shop().store.database.selectFrom('order_transactions').where('order_id', '=', orderId)
    const rows = await query.select(['units', 'delivery_cents']).execute()
    return {
      units: rows.reduce((sum, { units }) => sum + units, 0),
      delivery: rows.reduce((sum, { delivery_cents }) => sum + delivery_cents, 0),
    }
  }

  const stockOf = async (productId: string): Promise<number> => {
    const query = shop().store.database.selectFrom('products').select('stock_quantity')
    return (await query.where('product_id', '=', productId).executeTakeFirstOrThrow()).stock_quantity ?? 0
  }

  /** Sums the charges and refunds at the gateway, and the money that the bank took back. */
  function movedAtGateway(transactions: readonly LedgerTransaction[]) {
    const moved = transactions.filter(({ status }) => ['submitted_for_settlement', 'settled'].includes(status))
    const sumOf = (list: readonly { cents: Cents }[]) => list.reduce((sum, { cents }) => sum + cents, 0)
    return {
      charged: sumOf(moved.filter(({ type }) => type === 'sale')),
      refunded: sumOf(moved.filter(({ type }) => type === 'credit')),
      lost: sumOf(moved.flatMap(({ disputes }) => disputes)),
    }
  }

  /** Sums the rows of an order. */
  async function sumOfRows(orderId: string) {
    const rows = await shop()
      .store.database.selectFrom('order_transactions')
      .selectAll()
      .where('order_id', '=', orderId)
      .execute()
    const sumOf = (name: 'charged_cents' | 'paid_back_cents' | 'disputed_cents' | 'waiting_cents') =>
      rows.reduce((sum, row) => sum + row[name], 0)
    return {
      charged: sumOf('charged_cents'),
      refunded: sumOf('paid_back_cents'),
      disputed: sumOf('disputed_cents'),
      waiting: sumOf('waiting_cents'),
    }
  }

  /** Gateway, records, pages and files agree once everything that was asked for is done. */
  async function agree(page: AdminOrder, netBefore: Cents): Promise<void> {
    const { order_id, card_payment: card } = page
    const { charged, refunded, lost } = movedAtGateway(await salesOf(page))
    const refunds = await listRefunds(shop().store.database, order_id)
    const made = refunds.reduce((sum, { failed, amount_cents }) => sum + (failed ? 0 : amount_cents), 0)
    expect(page.refunded_cents).toBe(made)
    const summed = await sumOfRows(order_id)
    if (card === null) {
      expect(summed).toEqual({ charged: summed.charged, refunded: made, disputed: 0, waiting: 0 })
      if (page.payment !== 'unpaid') expect(summed.charged - made).toBe(page.left_cents)
      expect(netOf(await readSales()) - netBefore).toBe(page.payment === 'unpaid' ? 0 : page.left_cents)
    } else {
      expect(refunded).toBeLessThanOrEqual(charged)
      // A refund before a dispute is lost may go out twice, which counts once.
      const left = Math.max(0, charged - refunded - lost)
      const waiting = card.state === 'authorized' ? card.authorized_cents : 0
      expect(summed).toEqual({ charged, refunded, disputed: lost, waiting })
      expect([card.captured_cents, card.waiting_cents, page.left_cents]).toEqual([charged, 0, left])
      expect(card.captured_cents - card.refunded_cents).toBe(left)
      expect(netOf(await readSales()) - netBefore).toBe(charged - refunded - lost)
      // A payment that was voided as a whole before it settled is recorded as refunded, and was never charged.
      if (card.state !== 'voided') expect(made).toBe(refunded)
    }
    const today = localDay(shop().clock())
    let csv = ''
    for await (const part of ordersCsv(shop().store.database, { from: addDays(today, -3), to: today }, 'orders'))
      csv += part
    const [head = '', ...rows] = csv.split(/\r?\n/)
    const row = rows.find((one) => one.startsWith(`${order_id},`)) ?? ''
    expect(head).toMatch(/total,paid_back,payment,tracking_number,delivered_on$/)
    expect(row.split(',').slice(-5, -3)).toEqual([formatDollars(page.paid_cents), formatDollars(made)])
    const found = await shop().call(orderCalls.findOrder, { query: { orderId: order_id, ...JOSE } })
    expect(found?.total_cents).toBe(page.paid_cents)
    expect(found && listOrderRefunds(found).map(({ cents }) => cents)).toEqual(
      refunds.filter(({ failed }) => !failed).map(({ amount_cents }) => amount_cents),
    )
  }

  test(`gateway, rows, records, pages and files agree on the money of ${LIVES} orders, whatever is done with them`, async () => {
    ahead = 0
    await shop().store.database.updateTable('products').set({ stock_quantity: STOCK }).execute()
    const live = async (drawn: Life) => {
      await passTime(MINUTE_MS)
      const netBefore = netOf(await readSales())
      const orderId = await start(drawn)
      const bought = await get(orderId)
      const stock = new Map(await Promise.all(PRODUCTS.map(async (id) => [id, await stockOf(id)] as const)))
      for (const one of drawn.steps) {
        const status = statusOf(await act(orderId, one))
        expect(status, one.kind).toBeLessThan(500)
        await check(orderId, bought, stock)
        await passTime(1000)
      }
      for (const wait of [MAIL_HOLD_MS, MINUTE_MS, 2 * MINUTE_MS]) {
        await work(wait)
        await gateway().settle()
        await compare()
      }
      await agree(await check(orderId, bought, stock), netBefore)
    }
    await fc.assert(fc.asyncProperty(life, live), { numRuns: LIVES, endOnFailure: process.env.SHRINK === undefined })
  })
})
