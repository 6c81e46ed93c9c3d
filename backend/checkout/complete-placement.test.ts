import { HOUR_MS, MINUTE_MS } from '@shop/contract/durations'
import { describe, expect } from 'vitest'
import { lostAnswersOn, SALE } from '../../tests/gateway/shops/lost-answers.ts'
import { buildOrder } from '../orders/build-order.ts'
import { insertOrders } from '../orders/orders.repository.ts'
import { inTransaction } from '../platform/database/database.ts'
import { reconcile } from '../settlement/reconcile.ts'
import { refreshPayment } from '../settlement/refresh-payment.ts'
import { BOTH_ENGINES } from '../testing/servers/engines.ts'
import { testsOn } from '../testing/tests-on.ts'
import { completePlacement } from './complete-placement.ts'

describe.each(BOTH_ENGINES)('completing a placement on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const { gateway, shop, settle, rows, ask, mails, place, placeUnanswered, saleOf, found, capture } =
    lostAnswersOn(engine)

  async function stockOf(id: string): Promise<number> {
    const query = shop.store.database.selectFrom('products').select('stock_quantity').where('product_id', '=', id)
    return (await query.executeTakeFirstOrThrow()).stock_quantity
  }
  async function expectVoided(reference: string, orderId: string): Promise<void> {
    await settle()
    await settle()
    expect((await saleOf(reference))?.status).toBe('voided')
    expect(await rows('payments')).toEqual([])
    expect(await rows('placements')).toMatchObject([{ state: 'abandoned' }])
    expect(await stockOf('101')).toBe(5)
    const alerts = await shop.store.database
      .selectFrom('outbox')
      .selectAll()
      .where('kind', '=', 'payment-alert')
      .execute()
    expect(alerts).toHaveLength(1)
    expect(alerts[0]?.text).toContain(`The order ${orderId} was not placed`)
    expect(shop.logged()).toContain('a placement can become no order')
  }
  test('an authorization in another currency is voided, and the family is told', async () => {
    await gateway.set({ currency: 'CAD' })
    const { reference, orderId, key } = await place()
    await expectVoided(reference, orderId)
    expect((await ask(key)).json()).toMatchObject({ error: 'conflict' })
  })

  test('a placement that cannot be stored as an order for ten minutes is voided, and shopper and family are told', async () => {
    const { reference, orderId, key } = await placeUnanswered()
    // An import has used its number.
    const who = { first_name: 'Eve', last_name: 'Moneypenny', email: 'eve@mail.example' }
    const imported = buildOrder({ ...who, order_id: orderId, order_date: '2026-11-01', items: [] })
    await inTransaction(shop.store.database, (trx) => insertOrders(trx, [imported]))
    await settle()
    expect((await ask(key)).statusCode).toBe(202)
    expect(shop.logged()).toContain('a placement could not be completed')
    shop.passTime(11 * MINUTE_MS)
    await expectVoided(reference, orderId)
    expect(await mails()).toContainEqual(['ada@mail.example', `Your order # ${orderId} wasn’t placed`])
  })

  test('after ten minutes without a payment the shopper is told that the order was not placed', async () => {
    await gateway.fail({ match: SALE, answer: 'cut', commit: false })
    const { orderId } = await place()
    await settle()
    expect(await mails()).toEqual([])
    shop.passTime(11 * MINUTE_MS)
    await settle()
    expect(await mails()).toEqual([['ada@mail.example', `Your order # ${orderId} wasn’t placed`]])
  })

  onBoth('a stored placement that cannot be read becomes no order, and its payment is voided', async () => {
    const { reference } = await placeUnanswered()
    await shop.store.database.updateTable('placements').set({ draft: '{"quote":{}}' }).execute()
    await settle()
    await settle()
    expect((await saleOf(reference))?.status).toBe('voided')
    expect(await rows('orders')).toEqual([])
  })

  test('a held payment without an order is voided once, however often it is found', async () => {
    const { reference } = await placeUnanswered()
    const transactions = await found(reference)
    await shop.store.database.updateTable('placements').set({ state: 'abandoned' }).execute()
    const since = new Date(shop.clock().getTime() - HOUR_MS)
    await Promise.all([
      ...Array.from({ length: 3 }, () => refreshPayment(shop.worker, reference, transactions)),
      ...Array.from({ length: 2 }, () => reconcile(shop.worker, since)),
      ...transactions.map((sale) => completePlacement(shop.worker, reference, sale)),
    ])
    const voids = (await rows('payment_operations')).filter(
      (row) => 'kind' in row && row.kind === 'void' && row.reference === reference,
    )
    expect(voids).toHaveLength(1)
  })

  test('a payment that was charged after its placement had ended is left to a person', async () => {
    const { reference } = await placeUnanswered()
    await capture(reference, 15_800)
    await shop.store.database.updateTable('placements').set({ state: 'abandoned' }).execute()
    for (const sale of await found(reference)) expect(await completePlacement(shop.worker, reference, sale)).toBe(false)
    expect((await rows('payment_operations')).filter((row) => 'kind' in row && row.kind === 'void')).toEqual([])
  })

  test('an authorization over another amount is voided, and no order is made', async () => {
    const { reference } = await placeUnanswered()
    const [transaction] = await found(reference)
    if (transaction === undefined) throw new Error('there is no transaction')
    await completePlacement(shop.worker, reference, { ...transaction, authorizedCents: 15_799 })
    await settle()
    expect((await saleOf(reference))?.status).toBe('voided')
    expect([await stockOf('101'), (await rows('orders')).length]).toEqual([5, 0])
  })

  test.each(['submitted_for_settlement', 'settled'])(
    'a sale that is %s when it is found is stored so, and not charged again',
    async (status) => {
      await shop.store.database
        .insertInto('shop_settings')
        .values({ key: 'capture', value: '"at_order"' })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: '"at_order"' }))
        .execute()
      const { reference } = await placeUnanswered()
      await gateway.move({ id: (await saleOf(reference))?.id ?? '', status })
      await settle()
      expect(await rows('payments')).toMatchObject([
        { state: status === 'settled' ? 'settled' : 'submitted', captured_cents: 15_800 },
      ])
      expect(await rows('payment_movements')).toMatchObject([{ reference, amount_cents: 15_800 }])
      await settle()
      const asked = await shop.store.database.selectFrom('payment_operations').select(['kind', 'state']).execute()
      expect(asked).toEqual([{ kind: 'authorize', state: 'done' }])
    },
  )
})
