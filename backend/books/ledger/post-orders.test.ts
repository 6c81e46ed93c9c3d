import { adminBooks, type Sales } from '@shop/contract/books/admin'
import type { SalesGrouping } from '@shop/contract/books/sales-views'
import { requestPath } from '@shop/contract/http/call'
import type { KyselyPlugin } from 'kysely'
import { describe, expect, test } from 'vitest'
import { cardOrdersOf } from '../../../tests/gateway/shops/card-orders.ts'
import { importOrders } from '../../orders/import/orders.import.ts'
import { refundOrder } from '../../orders/refunds/refund-order.ts'
import { takeOrder } from '../../orders/taken/take-order.ts'
import { addDays, localDay } from '../../platform/lib/days/local-day.ts'
import { refreshPayment } from '../../settlement/refresh-payment.ts'
import { parseTestSheet } from '../../testing/orders/order-sheets.ts'
import { BOTH_ENGINES } from '../../testing/servers/engines.ts'
import { compareFigures } from '../compare-figures.ts'

const YEARS = { from: '2020-01-01', to: '2029-12-31' }

describe.each(BOTH_ENGINES)('the tax that is refunded on %s', (engine) => {
  const { shop, call, place, cancel, charge, makeRefund, settle, referenceOf, get, undo } = cardOrdersOf(engine)

  const db = () => shop().store.database
  const by = () => ({ database: db(), clock: shop().clock, actor: 'owner@shop.example' })

  const read = (grouping: SalesGrouping, period = YEARS) =>
    call({ method: 'GET', path: requestPath(adminBooks.getSales.path, {}, { ...period, by: grouping }) }, '')

  /** Lets the gateway be asked, and takes over what it says of the payment of an order. */
  const takeOver = async (orderId: string) => {
    shop().passTime(15_000)
    await settle()
    const reference = await referenceOf(orderId)
    const found = await shop().worker.payments.find({ provider: 'braintree', reference })
    if (found.outcome === 'done') await refreshPayment(shop().worker, reference, found.transactions)
  }

  /** An order of $70.00 with $7.00 of tax, which was paid in cash unless it is said to be unpaid. */
  const take = async (payment: 'cash' | 'unpaid' = 'cash') => {
    const taken = await takeOrder(by(), {
      ...{ channel: 'fair', first_name: 'Ada', last_name: 'Byron', email: '', phone: '', note: '' },
      items: [{ product_id: '101', quantity: 1, price_cents: 7000 }],
      ...{ delivery_type_id: null, discount_code: null, delivery_cents: 0, state: 'WA', tax_cents: 700 },
      ...{ payment, handed_over: false, address: null },
    })
    return taken.orderId
  }
  const collectTax = async () => {
    await db().insertInto('tax_states').values({ state: 'WA', collected: 1, delivery_taxed: 0, permit: '' }).execute()
    const rate = { state: 'WA', first_zip: '98101', last_zip: '98101', rate_millionths: 102_500 }
    await db().insertInto('zip_tax_rates').values(rate).execute()
  }
  /** An order of $79.00 with $8.10 of tax, whose card is reserved. */
  const placeTaxed = () =>
    place({
      items: [{ product_id: '101', quantity: 1, price: 79 }],
      address: { address1: '1 PIKE ST', city: 'SEATTLE', state: 'WA', zipCode: '98101' },
      total: 87.1,
    })
  const refundByHand = async (orderId: string, amountCents: number) =>
    refundOrder(by(), {
      ...{ order_id: orderId, amount_cents: amountCents, item_ids: [], note: '', despite_dispute: false },
      version: (await get(orderId)).version,
    })

  test('what is refunded or cancelled in a later quarter changes no tax of an earlier one', async () => {
    const orderId = await take()
    const first = await refundByHand(orderId, 1100)
    const earlier = { from: addDays(localDay(shop().clock()), -30), to: localDay(shop().clock()) }
    const taxes = async (period: typeof YEARS) => {
      const { tax_cents, tax_paid_back_cents } = (await read('tax', period)).json<Sales>().hand.total
      return [tax_cents, tax_paid_back_cents]
    }
    expect(await taxes(earlier)).toEqual([700, 100])
    shop().passTime(100 * 24 * 60 * 60_000)
    await cancel(orderId, `${orderId}-1`)
    await refundByHand(orderId, 3301)
    expect(await taxes(earlier)).toEqual([700, 100])
    expect(await taxes(YEARS)).toEqual([700, 400])
    await refundByHand(orderId, 3299)
    expect(await taxes(YEARS)).toEqual([700, 700])
    expect(await compareFigures(db())).toEqual([])
    expect([await taxes(earlier), await taxes(YEARS)]).toEqual([
      [700, 100],
      [700, 700],
    ])
    expect(await undo(first)).toEqual([409, expect.any(String)])
  })

  test('an unpaid order bears no tax in its quarter once it is cancelled in a later one', async () => {
    await collectTax()
    const reserved = await placeTaxed()
    const unpaid = await take('unpaid')
    const day = localDay(shop().clock())
    const taxes = async () => {
      const { card, hand } = (await read('tax', { from: day, to: day })).json<Sales>()
      return [card.total.tax_cents, hand.total.tax_cents]
    }
    expect(await taxes()).toEqual([810, 700])
    shop().passTime(100 * 24 * 60 * 60_000)
    await cancel(reserved, `${reserved}-1`)
    await cancel(unpaid, `${unpaid}-1`)
    expect(await taxes()).toEqual([0, 0])
  })

  test('a refund has the tax of its amount, and none once it is undone', async () => {
    const refund = await refundByHand(await take(), 1100)
    const refundedTax = async () => (await read('month')).json<Sales>().hand.total.tax_paid_back_cents
    expect(await refundedTax()).toBe(100)
    await undo(refund)
    expect(await refundedTax()).toBe(0)
  })

  test('a card that was charged bears the tax until it is refunded; what was released before it settled was never sold', async () => {
    await collectTax()
    const figures = async () => {
      const { goods_cents, tax_cents, tax_paid_back_cents } = (await read('tax')).json<Sales>().card.total
      return [goods_cents, tax_cents, tax_paid_back_cents]
    }
    const charged = await placeTaxed()
    await charge(charged, { cents: 8710 })
    shop().passTime(1000)
    await cancel(charged, `${charged}-1`)
    expect(await figures()).toEqual([0, 810, 0])
    await makeRefund(charged, 8710)
    await takeOver(charged)
    expect(await figures()).toEqual([0, 810, 810])
    const released = await placeTaxed()
    await charge(released, { cents: 8710, isSettled: false })
    await takeOver(released)
    expect(await figures()).toEqual([7900, 1620, 810])
    await makeRefund(released, 8710)
    await takeOver(released)
    expect(await figures()).toEqual([0, 810, 810])
    expect(await compareFigures(db())).toEqual([])
  })

  test('an import of refunded orders writes the rows and the taxes of many in few statements', async () => {
    const sheetOf = (first: number, count: number) => {
      const header =
        'order_id,order_date,first_name,last_name,email,product_id,product_name,price,quantity,order_status'
      const row = (number: number) =>
        `${number},2025-05-${number % 2 === 0 ? '14' : '15'},Ada,Byron,ada@mail.example,101,Bag,79,1,refunded,8.10`
      const rows = Array.from({ length: count }, (_, index) => row(first + index))
      return new TextEncoder().encode([`${header},tax_amount`, ...rows].join('\n'))
    }
    const importCounting = async (first: number, count: number) => {
      let statements = 0
      const counter: KyselyPlugin = {
        transformQuery: ({ node }) => {
          statements += 1
          return node
        },
        transformResult: async ({ result }) => result,
      }
      const context = { ...by(), database: db().withPlugin(counter) }
      const parsed = parseTestSheet(sheetOf(first, count))
      const { auditId, errors } = await importOrders(context, parsed)
      if (auditId === null) throw new Error(JSON.stringify(errors))
      return { auditId, statements }
    }
    const may = { from: '2025-05-01', to: '2025-05-31' }
    const few = await importCounting(500_001, 2)
    const taxes = async () =>
      (await read('day', may)).json<Sales>().hand.rows.map(({ key, figures }) => [key, figures.tax_paid_back_cents])
    expect(await taxes()).toEqual([
      ['2025-05-14', 810],
      ['2025-05-15', 810],
    ])
    const many = await importCounting(500_003, 100)
    expect(many.statements).toBe(few.statements)
    expect(await taxes()).toEqual([
      ['2025-05-14', 51 * 810],
      ['2025-05-15', 51 * 810],
    ])
    expect(await undo(many.auditId)).toEqual([200, undefined])
    expect(await undo(few.auditId)).toEqual([200, undefined])
    expect(await taxes()).toEqual([])
    expect(await compareFigures(db())).toEqual([])
  })
})
