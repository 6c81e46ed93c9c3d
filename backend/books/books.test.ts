import { createHash } from 'node:crypto'
import {
  adminBooks,
  type BooksSheet,
  booksFile,
  type Figures,
  listFigures,
  type Sales,
} from '@shop/contract/books/admin'
import { SALES_GROUPINGS, SALES_VIEWS } from '@shop/contract/books/sales-views'
import { discountLines } from '@shop/contract/discounts/rules'
import { requestPath } from '@shop/contract/http/call'
import { dueFor } from '@shop/contract/order-money'
import { chargeFor } from '@shop/contract/order-totals'
import { type Channel, TAKEN_CHANNELS } from '@shop/contract/orders/admin-values'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { cardOrdersOf } from '../../tests/gateway/shops/card-orders.ts'
import { buildOrder } from '../orders/build-order.ts'
import { requireOrder } from '../orders/order-change.ts'
import { insertOrders, type StoredOrder } from '../orders/orders.repository.ts'
import { recordPayment } from '../orders/page/order-details.ts'
import { refundOrder } from '../orders/refunds/refund-order.ts'
import { takeOrder } from '../orders/taken/take-order.ts'
import { insertPayment } from '../payments/ledger/payments.repository.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import { addDays } from '../platform/lib/days/local-day.ts'
import { refreshPayment } from '../settlement/refresh-payment.ts'
import { signInAs } from '../testing/admin-visitor.ts'
import { ENGINES } from '../testing/servers/engines.ts'
import { testsOn } from '../testing/tests-on.ts'
import { compareFigures } from './compare-figures.ts'
import { postOrders } from './ledger/post-orders.ts'
import { replaceMovements } from './ledger/replace-movements.ts'
import { postWaiting } from './post-worker.ts'

const YEARS = { from: '2020-01-01', to: '2029-12-31' }

/** An order of three items, some cancelled; the same one for the same number. */
function randomOrder(order_id: string): StoredOrder {
  const draw = (salt: string, below: number) =>
    createHash('sha256').update(`${order_id} ${salt}`).digest().readUInt32BE() % below
  return buildOrder({
    ...{ order_id, order_date: '2024-02-29', first_name: 'Ada', last_name: 'Byron', email: 'ada@mail.example' },
    ...{ tax_cents: draw('tax', 9000), delivery_cents: draw('delivery', 3000), delivery_taxed: draw('taxed', 2) },
    items: ['1', '2', '3'].map((salt) => ({
      ...{ product_id: '101', product_name: 'Bag', image_file: null, quantity: 1, price_cents: draw(salt, 20_000) },
      cancellation_status: draw(`${salt} is`, 2) === 1 ? 'cancelled' : null,
    })),
  })
}

/** Orders of a year from all channels, states and products, one of them gone; every third is paid by card, some are refunded. */
async function sellAtRandom(database: Database, count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, index) => 800_001 + index)
  const draw = (number: number, salt: string, below: number) =>
    createHash('sha256').update(`${number} ${salt}`).digest().readUInt32BE() % below
  const dayOf = (number: number, salt: string) => addDays('2023-11-10', draw(number, salt, 340))
  const orders = numbers.map((number) => {
    const order = randomOrder(String(number))
    const channel: Channel = TAKEN_CHANNELS[draw(number, 'channel', 4)] ?? 'online'
    const items = order.items.map((item, position) => ({
      ...item,
      product_id: ['101', '102', 'gone'][draw(number, `product ${position}`, 3)] ?? 'gone',
      quantity: 1 + draw(number, `quantity ${position}`, 3),
      regular_price_cents: draw(number, `regular ${position}`, 20_000),
    }))
    return {
      ...order,
      channel,
      items,
      state: ['OR', 'WA', null][draw(number, 'state', 3)] ?? null,
      order_date: dayOf(number, 'day'),
    }
  })
  await inTransaction(database, async (trx) => {
    await insertOrders(trx, orders)
    for (const number of numbers.filter((each) => each % 3 === 0)) {
      const [reference, kind] = [`r${number}`, draw(number, 'kind', 3) === 0 ? 'refund' : 'charge'] as const
      await insertPayment(trx, {
        provider: 'braintree',
        ...{ reference, order_id: String(number), gateway_id: `g${number}`, expires_at: null },
        ...{ state: number % 2 === 0 ? 'authorized' : 'settled', authorized_cents: draw(number, 'amount', 9000) },
        ...{ captured_cents: draw(number, 'amount', 9000), refunded_cents: 0, card_brand: null, card_last_four: null },
        created_at: `${dayOf(number, 'day')}T12:00:00.000Z`,
      })
      const movement = { movement_id: `g${number}`, reference, kind, settled: 1 }
      await replaceMovements(trx, { reference, order_id: String(number) }, [
        { ...movement, amount_cents: draw(number, 'moved', 9000), day: dayOf(number, 'moved') },
      ])
    }
  })
}

describe.each(ENGINES)('the books on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const { shop, gateway, call, place, ship, cancel, charge, makeRefund, settle, referenceOf, get, undo } =
    cardOrdersOf(engine)

  const db = () => shop().store.database
  const by = () => ({ database: db(), clock: shop().clock, actor: 'owner@shop.example' })

  /** Orders of all kinds: charged, in part cancelled, refunded, disputed, waiting, released, and one taken by phone. */
  async function trade(): Promise<void> {
    await db().insertInto('tax_states').values({ state: 'WA', collected: 1, delivery_taxed: 0, permit: '' }).execute()
    const rate = { state: 'WA', first_zip: '98101', last_zip: '98101', rate_millionths: 102_500 }
    await db().insertInto('zip_tax_rates').values(rate).execute()
    await db().updateTable('products').set({ sale_price_cents: 6500 }).where('product_id', '=', '102').execute()
    const refunded = await place()
    await charge(refunded)
    await makeRefund(refunded, 2000)
    const items = [
      { product_id: '101', quantity: 1, price: 79 },
      { product_id: '102', quantity: 1, price: 65 },
    ]
    const address = { address1: '1 PIKE ST', city: 'SEATTLE', state: 'WA', zipCode: '98101' }
    const inPart = await place({ items, address, total: 158.76 })
    await cancel(inPart, `${inPart}-1`)
    await ship(inPart)
    const disputed = await place()
    await charge(disputed)
    await place()
    const cancelled = await place()
    await cancel(cancelled, `${cancelled}-1`)
    shop().passTime(15_000)
    await settle()
    await gateway().settle()
    for (const orderId of [refunded, inPart, disputed]) await refresh(orderId, orderId === disputed)
    await makeRefund(inPart, 3583)
    shop().passTime(15_000)
    await settle()
    await gateway().settle()
    await refresh(inPart, false)
    const taken = await takeOrder(by(), {
      ...{ channel: 'phone', first_name: '=HYPERLINK("x")', last_name: 'Byron', email: '', phone: '', note: '' },
      items: [{ product_id: '101', quantity: 1, price_cents: 7000 }],
      ...{
        delivery_type_id: null,
        discount_code: null,
        delivery_cents: 599,
        state: 'WA',
        tax_cents: 718,
        payment: 'check',
      },
      ...{ handed_over: true, address: null },
    })
    await refundOrder(by(), {
      order_id: taken.orderId,
      amount_cents: 1000,
      item_ids: [],
      note: '',
      version: 0,
      despite_dispute: false,
    })
  }

  async function refresh(orderId: string, isDisputed: boolean): Promise<void> {
    const reference = await referenceOf(orderId)
    const [sale] = await gateway().transactions([reference])
    const dispute = { id: 'd1', status: 'open', cents: 7900, replyBy: '2026-12-24' }
    if (isDisputed) await gateway().dispute({ transactionId: sale?.id ?? '', ...dispute })
    const found = await shop().worker.payments.find({ provider: 'braintree', reference, transactionId: sale?.id })
    if (found.outcome === 'done') await refreshPayment(shop().worker, reference, found.transactions)
  }

  const read = async (grouping: string, period = YEARS) => {
    const path = requestPath(adminBooks.getSales.path, {}, { ...period, by: grouping })
    return call({ method: 'GET', path }, '')
  }
  const sales = async (grouping: string) => {
    const year = shop().clock().getFullYear()
    const period = grouping === 'day' ? { from: `${year}-01-01`, to: `${year}-12-31` } : YEARS
    return (await read(grouping, period)).json<Sales>()
  }
  const all = () => Promise.all(['month', 'day', 'state', 'product'].map(sales))
  /** Stops what posts once it has posted some. */
  const stoppingAfterOne = (stop: AbortController) =>
    db().withPlugin({
      transformQuery: ({ node }) => {
        if (node.kind === 'DeleteQueryNode') stop.abort()
        return node
      },
      transformResult: async ({ result }) => result,
    })
  /** Deletes all rows, as after an update from a version without them. */
  const forgetRows = async () => {
    for (const table of ['order_transactions', 'sales_sums', 'product_sums'] as const)
      await db().deleteFrom(table).execute()
    await sql`insert into orders_to_post select order_id from orders union select order_id from payments`.execute(db())
  }
  /** Periods that begin and end within a month. */
  const inParts = async () => {
    const year = shop().clock().getFullYear()
    const period = { from: `${year - 1}-03-15`, to: `${year + 1}-02-14` }
    return Promise.all(['month', 'state', 'product'].map(async (by) => (await read(by, period)).json()))
  }
  const download = async (sheet: BooksSheet, period = YEARS) => {
    const path = requestPath(booksFile.path, {}, { ...period, sheet })
    // Without the mark that it begins with.
    return (await call({ method: 'GET', path }, '')).payload.slice(1)
  }
  const rowsOf = (csv: string): Record<string, string>[] => parse(csv, { columns: true })
  const readViews = (days: typeof YEARS) =>
    Promise.all(
      SALES_GROUPINGS.map(async (by) => {
        return { by, sales: (await read(by, days)).json<Sales>(), file: await download(by, days) }
      }),
    )
  const cents = (rows: readonly Record<string, string>[], column: string) =>
    rows.reduce((sum, row) => sum + Math.round(100 * Number(row[column])), 0)

  onBoth('the page, the files and the ledger of the gateway have the same sums, to the cent', async () => {
    await trade()
    const before = await all()
    const inMonths = await inParts()
    expect(await compareFigures(db())).toEqual([])
    await forgetRows()
    expect(await postWaiting(db())).toBe(6)
    expect([await all(), await inParts()]).toEqual([before, inMonths])
    expect(await compareFigures(db())).toEqual([])
    const [months] = before
    const ledger = await gateway().transactions()
    const sumOf = (rows: typeof ledger) => rows.reduce((sum, row) => sum + row.cents, 0)
    const paid = (type: string) => sumOf(ledger.filter((row) => row.type === type && row.status === 'settled'))
    expect(months?.card.total).toEqual({
      ...{ orders: 4, units: 0, goods_cents: 15_800 * 3 + 6500, discount_cents: 1400, code_cents: 0 },
      ...{
        delivery_cents: 0,
        tax_cents: 666,
        tax_paid_back_cents: 333,
        charged_cents: paid('sale'),
        paid_back_cents: paid('credit'),
        disputed_cents: 7900,
      },
      waiting_cents: sumOf(ledger.filter(({ status }) => status === 'authorized')),
    })
    expect(months?.card.total).toMatchObject({
      ...{ charged_cents: 15_800 * 2 + 7166, paid_back_cents: 2000 + 3583, waiting_cents: 15_800 },
    })
    expect(months?.hand.total).toMatchObject({
      ...{ orders: 1, goods_cents: 7000, discount_cents: 900, delivery_cents: 599, tax_cents: 718 },
      ...{ charged_cents: 8317, paid_back_cents: 1000, tax_paid_back_cents: 93, disputed_cents: 0, waiting_cents: 0 },
    })
    const lines = rowsOf(await download('movements'))
    for (const way of ['card', 'hand'] as const) {
      const own = lines.filter((row) => row.recorded === (way === 'card' ? 'by the gateway' : 'by hand'))
      for (const name of [
        'goods',
        'discount',
        'delivery',
        'tax',
        'tax_paid_back',
        'charged',
        'paid_back',
        'disputed',
        'waiting',
      ] as const)
        expect([name, cents(own, name)]).toEqual([name, months?.[way].total[`${name}_cents`]])
      for (const sums of before.slice(1, 3)) expect(sums?.[way].total).toEqual(months?.[way].total)
    }
    const taxes = rowsOf(await download('tax-by-month'))
    expect(taxes.map(({ state, tax, tax_paid_back, tax_owed }) => [state, tax, tax_paid_back, tax_owed])).toEqual([
      ['OR', '0.00', '0.00', '0.00'],
      ['WA', '6.66', '3.33', '3.33'],
      ['WA', '7.18', '0.93', '6.25'],
    ])
    for (const [way, recorded] of [
      ['card', 'by the gateway'],
      ['hand', 'by hand'],
    ] as const) {
      const own = taxes.filter((row) => row.recorded === recorded)
      expect(cents(own, 'charged')).toBe(months?.[way].total.charged_cents)
    }
    expect(lines.filter(({ movement }) => movement === 'dispute').map(({ settled }) => settled)).toEqual(['no'])
    const named = lines.filter(({ name }) => name?.includes('HYPERLINK'))
    expect(new Set(named.map(({ name }) => name))).toEqual(new Set([`'=HYPERLINK("x") Byron`]))
    expect(before[3]?.card.rows.map(({ key, figures }) => [key, figures.units, figures.goods_cents])).toEqual([
      ['101', 6, 47_400],
      ['102', 1, 6500],
    ])
  })

  test('the tax of an order with cancelled items is the one that is charged', async () => {
    const orders = Array.from({ length: 150 }, (_, index) => randomOrder(String(800_001 + index)))
    await inTransaction(db(), (trx) => insertOrders(trx, orders))
    const expected = orders.map(({ total_cents: goods_cents, delivery_taxed, ...order }) =>
      chargeFor({ ...order, goods_cents, delivery_taxed: delivery_taxed === 1 }),
    )
    const sumOf = (part: 'goods' | 'tax' | 'delivery') => expected.reduce((sum, charge) => sum + charge[part], 0)
    expect((await sales('state')).hand.total).toMatchObject({
      ...{ goods_cents: sumOf('goods'), tax_cents: sumOf('tax'), delivery_cents: sumOf('delivery') },
    })
  })

  test('every view of the same days has the same sums, and its file those of its page, to the cent', async () => {
    const days = { from: '2023-11-01', to: '2024-10-31' }
    await sellAtRandom(db(), 90)
    const drawn = await readViews(days)
    expect(await compareFigures(db())).toEqual([])
    await forgetRows()
    await postWaiting(db())
    expect(await readViews(days)).toEqual(drawn)
    const [{ sales: months } = { sales: undefined }] = drawn.filter(({ by }) => by === 'month')
    const goodsOf = (total: Figures) => [total.goods_cents, total.discount_cents]
    for (const { by, sales, file } of drawn) {
      for (const way of ['card', 'hand'] as const) {
        const { rows, total } = sales[way]
        const expected = months?.[way].total
        if (expected === undefined || expected.goods_cents === 0) throw new Error('nothing was sold')
        expect([by, goodsOf(total)]).toEqual([by, goodsOf(expected)])
        if (!SALES_VIEWS[by].goods) expect([by, total]).toEqual([by, expected])
        const own = rowsOf(file).filter((row) => row.recorded === (way === 'card' ? 'by the gateway' : 'by hand'))
        expect(own.map((row) => row.key)).toEqual(rows.map(({ key }) => key))
        for (const name of listFigures(by, way)) {
          expect([by, name, rows.reduce((sum, row) => sum + row.figures[name], 0)]).toEqual([by, name, total[name]])
          if (name !== 'orders' && name !== 'units')
            expect([by, name, cents(own, name.replace('_cents', ''))]).toEqual([by, name, total[name]])
        }
      }
    }
  })

  test('the discount of a code stands in its own column, and is taken off the goods that are not cancelled', async () => {
    const discount = { code: 'SUMMER', kind: 'amount', value: 1000, product_ids: null, minimum_cents: 0 } as const
    const goods = [
      { product_id: '101', product_name: 'Campus', price_cents: 7000, quantity: 1, image_file: null },
      { product_id: '102', product_name: 'Hybrid', price_cents: 1500, quantity: 2, image_file: null },
    ]
    const { shares } = discountLines(goods, discount)
    const order = buildOrder({
      ...{
        order_id: '800001',
        order_date: '2024-05-31',
        first_name: 'Ada',
        last_name: 'Byron',
        email: 'ada@shop.example',
      },
      ...{ discount_code: 'SUMMER', state: 'WA', tax_cents: 900, delivery_cents: 599 },
      items: goods.map((item, index) => ({ ...item, discount_cents: shares[index] ?? 0 })),
    })
    await inTransaction(db(), (trx) => insertOrders(trx, [order]))
    const figures = async (by: string) => {
      const { hand } = (await read(by, { from: '2024-05-01', to: '2024-05-31' })).json<Sales>()
      const { goods_cents, code_cents, discount_cents, tax_cents } = hand.total
      return { goods_cents, code_cents, discount_cents, tax_cents }
    }
    const all = { goods_cents: 9000, code_cents: 1000, discount_cents: 0 }
    expect(await figures('month')).toEqual({ ...all, tax_cents: 900 })
    expect(await figures('product')).toEqual({ ...all, tax_cents: 0 })
    expect(await compareFigures(db())).toEqual([])
    await cancel('800001', '800001-1')
    // It was paid, and its tax with it.
    const left = dueFor(await inTransaction(db(), (trx) => requireOrder(trx, '800001')))
    expect(await figures('month')).toEqual({
      ...{ goods_cents: left.goods, code_cents: 300, discount_cents: 0, tax_cents: 900 },
    })
    const [line] = rowsOf(await download('movements', { from: '2024-05-01', to: '2024-05-31' }))
    expect(line).toMatchObject({ goods: '27.00', code: '3.00', tax: '9.00' })
  })

  onBoth('a change of an order counts at once, and so does what its undo takes back', async () => {
    const orderId = await place()
    const goods = async () => (await sales('day')).card.total.goods_cents
    expect(await goods()).toBe(15_800)
    await cancel(orderId, `${orderId}-1`)
    expect(await goods()).toBe(0)
    expect(await compareFigures(db())).toEqual([])
  })

  onBoth(
    'rows are only added: what is cancelled, undone and removed has rows that take back the first ones',
    async () => {
      const rows = () => db().selectFrom('order_transactions').selectAll().orderBy('transaction_id').execute()
      const orderId = await place()
      const placed = await rows()
      expect(placed.map(({ kind, goods_cents, waiting_cents }) => [kind, goods_cents, waiting_cents])).toEqual([
        ['sale', 0, 0],
        ['sale', 15_800, 0],
        ['authorization', 0, 15_800],
      ])
      await cancel(orderId, `${orderId}-1`)
      const cancelled = await rows()
      expect(cancelled.slice(0, placed.length)).toEqual(placed)
      expect(cancelled.reduce((sum, row) => sum + row.goods_cents, 0)).toBe(0)
      expect(await inTransaction(db(), (trx) => postOrders(trx, [orderId]))).toBe(0)
      expect(await rows()).toEqual(cancelled)
    },
  )

  test('what was cancelled before an order was recorded as paid is neither charged nor to be refunded, until that is undone', async () => {
    const taken = await takeOrder(by(), {
      ...{ channel: 'phone', first_name: 'Ada', last_name: 'Byron', email: '', phone: '', note: '' },
      items: [
        { product_id: '101', quantity: 1, price_cents: 7000 },
        { product_id: '102', quantity: 2, price_cents: 1500 },
      ],
      ...{
        delivery_type_id: null,
        discount_code: null,
        delivery_cents: 599,
        state: 'WA',
        tax_cents: 1000,
        payment: 'unpaid',
      },
      ...{ handed_over: false, address: null },
    })
    const { orderId } = taken
    const charged = async () => (await sales('day')).hand.total.charged_cents
    await cancel(orderId, `${orderId}-2`)
    expect(await charged()).toBe(0)
    shop().passTime(1000)
    const record = await recordPayment(by(), { order_id: orderId, payment: 'check', version: null })
    expect(await charged()).toBe(7000 + 599 + 700)
    expect(await get(orderId)).toMatchObject({ to_pay_back: false })
    shop().passTime(1000)
    await cancel(orderId, `${orderId}-1`)
    expect(await charged()).toBe(7000 + 599 + 700)
    expect(await get(orderId)).toMatchObject({ to_pay_back: true })
    await undo(record)
    expect(await charged()).toBe(0)
  })

  test('a grouping that there is not is refused at its field, and helpers without the sales read nothing', async () => {
    const unknown = await read('weather')
    expect([unknown.statusCode, unknown.json().details]).toEqual([400, [expect.objectContaining({ field: 'by' })]])
    const helper = await signInAs(shop(), 'helper')
    for (const [path, query] of [
      [adminBooks.getSales.path, { ...YEARS, by: 'month' }],
      [booksFile.path, { ...YEARS, sheet: 'tax' }],
    ] as const) {
      const response = await helper.call({ method: 'GET', path: requestPath(path, {}, query) })
      expect([response.statusCode, response.json().message]).toEqual([403, expect.stringContaining('Settings: Sales.')])
    }
  })

  onBoth(
    'until the orders from before an update have their rows the page says so, and what is stopped goes on',
    async () => {
      const orders = Array.from({ length: 450 }, (_, index) => randomOrder(String(800_001 + index)))
      await inTransaction(db(), (trx) => insertOrders(trx, orders))
      const known = (await read('month')).json<Sales>()
      await forgetRows()
      const early = await read('month')
      expect([early.statusCode, early.json().message]).toEqual([
        503,
        'We’re still adding up 450 orders. Please try again in a minute.',
      ])
      const stop = new AbortController()
      await expect(postWaiting(stoppingAfterOne(stop), stop.signal)).rejects.toThrow('aborted')
      expect(await db().selectFrom('orders_to_post').selectAll().execute()).toHaveLength(250)
      // An order that changes before its turn has all of its rows then.
      const open = orders.slice(300).flatMap(({ items }) => items.filter((item) => item.cancellation_status === null))
      await cancel(open[0]?.order_id ?? '', open[0]?.order_item_id ?? '')
      expect(await postWaiting(db())).toBe(250)
      expect(await compareFigures(db())).toEqual([])
      expect((await read('month')).json<Sales>().hand.total.orders).toBe(known.hand.total.orders)
    },
  )
})
