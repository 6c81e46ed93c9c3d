import { DAY_MS } from '@shop/contract/durations'
import { MAIL_HOLD_MS } from '@shop/contract/mail/admin'
import { adminOrders } from '@shop/contract/orders/admin'
import { describe, expect } from 'vitest'
import { cardOrdersOf } from '../../tests/gateway/shops/card-orders.ts'
import { changeSettings } from '../admin/settings/change-settings.ts'
import { claimDueMail, markSent } from '../mail/outbox.repository.ts'
import { insertOperation } from '../payments/ledger/payments.repository.ts'
import { inTransaction } from '../platform/database/database.ts'
import { reconcile } from '../settlement/reconcile.ts'
import { callsOfOrders } from '../testing/orders/order-calls.ts'
import { BOTH_ENGINES } from '../testing/servers/engines.ts'
import { testsOn } from '../testing/tests-on.ts'

/** Two bags of $79.00 each, delivered free. */
const TWO_PRODUCTS = {
  items: [
    { product_id: '101', quantity: 1, price: 79 },
    { product_id: '102', quantity: 1, price: 79 },
  ],
  total: 158,
}

describe.each(BOTH_ENGINES)('charging the card of an order on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const orders = cardOrdersOf(engine)
  const { shop, owner, gateway, call, get, settle, operations, mails } = orders
  const { place, ship, cancel, undo, lastEvent } = orders
  const paymentOf = async (orderId: string) => (await get(orderId)).card_payment
  const later = async () => {
    shop().passTime(MAIL_HOLD_MS)
    await settle()
  }
  /** Once ten seconds are over. */
  const deliverMails = async () => {
    await later()
    const { database } = shop().store
    const claim = () => claimDueMail(database, shop().clock())
    for (let mail = await claim(); mail !== null; mail = await claim())
      await markSent(database, mail.id, shop().clock())
  }
  const chargeAtOrder = async () => {
    const changes = { database: shop().store.database, clock: shop().clock, actor: 'command' }
    await changeSettings({ ...changes, findOpeningProblems: async () => [] }, { capture: 'at_order' })
  }
  const cancelAsShopper = (orderId: string, ...itemIds: string[]) =>
    callsOfOrders(shop).cancel(itemIds, {
      ...{ orderId, firstName: 'Ada', lastName: 'Lovelace', email: 'ada@mail.example' },
    })

  test('shipping charges the card ten seconds later for what is ordered', async () => {
    const orderId = await place()
    expect(await ship(orderId)).toEqual([200, undefined])
    expect(await settle()).toBe(0)
    expect(await mails('shipment')).toMatchObject([
      { text: expect.stringContaining('We’re now charging your card $158.00.') },
    ])
    await later()
    expect(await paymentOf(orderId)).toMatchObject({
      ...{ state: 'submitted', captured_cents: 15_800 },
      operations: [{ kind: 'capture', state: 'done', amount_cents: 15_800 }, {}],
    })
  })

  onBoth('the confirmation says whether the card is charged at once or when the order ships', async () => {
    await place()
    await chargeAtOrder()
    await place()
    const said = (await mails('order-confirmation')).map(({ text }) => /.* the total.*/.exec(text)?.[0])
    expect(said.toSorted()).toEqual([
      'We’ve charged your card for the total.',
      'We’ve placed a hold on your card for the total. We’ll charge it when your order ships.',
    ])
  })

  test('an undo within the ten seconds withdraws email and charge, and the order is charged once it ships again', async () => {
    const orderId = await place()
    await ship(orderId)
    expect(await undo((await lastEvent(orderId))?.undo_id)).toEqual([200, undefined])
    await later()
    expect(await mails('shipment')).toEqual([])
    expect(await paymentOf(orderId)).toMatchObject({ state: 'authorized', captured_cents: 0 })
    expect((await lastEvent(orderId))?.text).toBe('Not shipped after all')
    await ship(orderId)
    await later()
    expect((await operations('capture')).map(({ state }) => state).sort()).toEqual(['done', 'withdrawn'])
  })

  test('a later undo takes back only the shipment and says that the money stays; it is not charged again', async () => {
    const orderId = await place()
    await ship(orderId)
    const entry = await lastEvent(orderId)
    await deliverMails()
    expect(await undo(entry?.undo_id)).toEqual([200, undefined])
    const undone = await lastEvent(orderId)
    expect(undone?.text).toBe('Not shipped after all. The card stays charged until you refund it')
    expect(undone?.mails).toMatchObject([{ to: 'shopper', delivery: 'waiting' }])
    expect(await mails('shipment-correction')).toMatchObject([
      { text: expect.stringContaining('We already charged your card $158.00') },
    ])
    expect(await get(orderId)).toMatchObject({ status: 'processing', card_payment: { captured_cents: 15_800 } })
    await ship(orderId)
    await undo((await lastEvent(orderId))?.undo_id)
    await later()
    expect(await operations('capture')).toHaveLength(1)
  })

  test('when a shipment is undone, the shopper reads what stays charged, without what was refunded', async () => {
    const orderId = await place()
    await ship(orderId)
    const shipment = await lastEvent(orderId)
    await deliverMails()
    await gateway().settle()
    await reconcile(shop().worker, new Date(0))
    expect(await orders.makeRefund(orderId, 2000)).toEqual([200, undefined])
    expect(await undo(shipment?.undo_id)).toEqual([200, undefined])
    expect(await mails('shipment-correction')).toMatchObject([
      { text: expect.stringContaining('We already charged your card $138.00') },
    ])
  })

  onBoth(
    'of a shipment that is taken back nothing is said of a charge that came to nothing at the gateway',
    async () => {
      const orderId = await place()
      await ship(orderId)
      const shipment = await lastEvent(orderId)
      await deliverMails()
      await gateway().settle({ status: 'settlement_declined' })
      await reconcile(shop().worker, new Date(0))
      expect(await undo(shipment?.undo_id)).toEqual([200, undefined])
      const [mail] = await mails('shipment-correction')
      expect(mail?.text).not.toContain('charged')
    },
  )

  test('items cancelled before the charge are not charged and need no refund; items cancelled afterwards do', async () => {
    const orderId = await place(TWO_PRODUCTS)
    await cancel(orderId, `${orderId}-2`)
    shop().passTime(1000)
    await ship(orderId)
    const shipment = await lastEvent(orderId)
    await later()
    expect(await get(orderId)).toMatchObject({
      ...{ to_pay_back: false, paid_cents: 15_800 },
      card_payment: { captured_cents: 7900 },
      unpaid_items: [`${orderId}-2`],
    })
    expect(await undo(shipment?.undo_id)).toEqual([200, undefined])
    shop().passTime(1000)
    await cancel(orderId, `${orderId}-1`)
    expect(await get(orderId)).toMatchObject({ to_pay_back: true })
    expect((await mails('cancellation-shopper')).map(({ text }) => text)).toEqual([
      expect.stringContaining('You won’t be charged for them.'),
      expect.stringContaining('We’ll refund what you paid for them.'),
    ])
    await later()
    expect(await operations('void')).toEqual([])
    expect(await orders.makeRefund(orderId, 7900)).toEqual([200, undefined])
    expect(await get(orderId)).toMatchObject({
      to_pay_back: false,
      items: [{ refund_status: 'refunded' }, { refund_status: null }],
    })
  })

  test('once a shopper has cancelled everything the reservation is released', async () => {
    const orderId = await place(TWO_PRODUCTS)
    expect((await cancelAsShopper(orderId, `${orderId}-1`)).statusCode).toBe(200)
    await settle()
    expect(await paymentOf(orderId)).toMatchObject({ state: 'authorized' })
    shop().passTime(1000)
    expect((await cancelAsShopper(orderId, `${orderId}-2`)).statusCode).toBe(200)
    await settle()
    expect(await get(orderId)).toMatchObject({
      status: 'cancelled',
      to_pay_back: false,
      card_payment: { state: 'voided' },
    })
    expect((await mails('cancellation-shopper')).at(-1)?.text).toContain('You won’t be charged.')
  })

  test('a cancellation by the shop voids the authorization ten seconds later; an undo withdraws that, and is refused afterwards', async () => {
    const orderId = await place()
    const cancelAll = async () => {
      await cancel(orderId, `${orderId}-1`)
      return (await lastEvent(orderId))?.undo_id
    }
    expect(await undo(await cancelAll())).toEqual([200, undefined])
    await later()
    expect(await paymentOf(orderId)).toMatchObject({ state: 'authorized' })
    const id = await cancelAll()
    await later()
    expect(await paymentOf(orderId)).toMatchObject({ state: 'voided' })
    expect((await lastEvent(orderId))?.undo_id).toBeNull()
    expect(await undo(id)).toEqual([409, expect.stringContaining('The hold on the card has been released')])
  })

  test('an order that is cancelled before the charge at its placing has begun is not charged', async () => {
    for (const cancelAll of [cancel, cancelAsShopper]) {
      const orderId = await place()
      const { reference = '', authorized_cents = 0 } = (await paymentOf(orderId)) ?? {}
      const asked = { reference, kind: 'capture', amount_cents: authorized_cents, state: 'due' } as const
      const { database } = shop().store
      await inTransaction(database, (trx) =>
        insertOperation(trx, { provider: 'braintree', ...asked, now: shop().clock() }),
      )
      await cancelAll(orderId, `${orderId}-1`)
      await later()
      expect(await get(orderId)).toMatchObject({ status: 'cancelled', to_pay_back: false })
      expect(await paymentOf(orderId)).toMatchObject({ state: 'voided', captured_cents: 0 })
    }
    for (const { text } of await mails('cancellation-shopper')) expect(text).toContain('You won’t be charged.')
  })

  test('items cancelled while a charge is held are not charged, and nothing is to refund', async () => {
    await chargeAtOrder()
    for (const cancelOne of [cancel, cancelAsShopper]) {
      const orderId = await place(TWO_PRODUCTS)
      shop().passTime(1000)
      await cancelOne(orderId, `${orderId}-2`)
      await later()
      expect(await get(orderId)).toMatchObject({
        ...{ to_pay_back: false },
        card_payment: { captured_cents: 7900 },
        unpaid_items: [`${orderId}-2`],
      })
    }
    const states = (await operations('capture')).map(({ state }) => state)
    expect(states.sort()).toEqual(['done', 'done', 'withdrawn', 'withdrawn'])
    for (const { text } of await mails('cancellation-shopper')) expect(text).toContain('You won’t be charged for them.')
  })

  onBoth('items cancelled while a charge is held are put back within the ten seconds, and charged', async () => {
    await chargeAtOrder()
    const orderId = await place(TWO_PRODUCTS)
    await cancel(orderId, `${orderId}-2`)
    expect(await undo((await lastEvent(orderId))?.undo_id)).toEqual([200, undefined])
    await later()
    expect(await get(orderId)).toMatchObject({ card_payment: { captured_cents: 15_800 }, unpaid_items: [] })
  })

  test('items cancelled before the rest was charged are not put back, since they would leave unpaid', async () => {
    const orderId = await place(TWO_PRODUCTS)
    await cancel(orderId, `${orderId}-1`)
    const cancellation = await lastEvent(orderId)
    shop().passTime(1000)
    await ship(orderId)
    const shipment = await lastEvent(orderId)
    await later()
    expect(await undo(shipment?.undo_id)).toEqual([200, undefined])
    expect((await get(orderId)).events.map(({ undo_id }) => undo_id)).not.toContain(cancellation?.undo_id)
    expect(await undo(cancellation?.undo_id)).toEqual([409, expect.stringContaining('The rest of the order was paid')])
    expect((await get(orderId)).items[0]).toMatchObject({ cancellation_status: 'cancelled' })
  })

  test('items cancelled before the rest shipped are put back if the shipment and its charge were undone', async () => {
    const orderId = await place(TWO_PRODUCTS)
    await cancel(orderId, `${orderId}-1`)
    const cancellation = await lastEvent(orderId)
    await ship(orderId)
    await undo((await lastEvent(orderId))?.undo_id)
    expect(await undo(cancellation?.undo_id)).toEqual([200, undefined])
    await ship(orderId)
    await later()
    expect(await paymentOf(orderId)).toMatchObject({ captured_cents: 15_800 })
  })

  test('an order whose reservation has ended does not ship, and nothing of it is done', async () => {
    const orderId = await place()
    shop().passTime(8 * DAY_MS)
    await gateway().set({ clockAhead: 8 * DAY_MS })
    const message = `The reservation on the card of order ${orderId} has ended, so nothing can be charged. Before you ship it, send a payment link or record how it was paid.`
    const preview = await call(adminOrders.previewOrderMail, orderId, { change: 'ship', tracking_number: '1Z' })
    expect([preview.statusCode, preview.json().message]).toEqual([409, message])
    expect(await ship(orderId)).toEqual([409, message])
    expect(await get(orderId)).toMatchObject({ status: 'processing', version: 0, ship_problem: message })
    expect([await operations('capture'), await mails('shipment')]).toEqual([[], []])
    expect(await cancel(orderId, `${orderId}-1`)).toEqual([200, undefined])
    await later()
    expect(await operations('void')).toEqual([])
  })

  onBoth('an order is shipped and cancelled at the same time: it is charged or released, and never both', async () => {
    for (let round = 0; round < 5; round += 1) {
      const orderId = await place()
      const answers = await Promise.all([ship(orderId), cancel(orderId, `${orderId}-1`)])
      expect(answers.map(([status]) => status).sort()).toEqual([200, 409])
      shop().passTime(MAIL_HOLD_MS)
    }
    await settle()
    const asked = [...(await operations('capture')), ...(await operations('void'))]
    expect(asked.map(({ state }) => state)).toEqual(Array(5).fill('done'))
    expect(new Set(asked.map(({ reference }) => reference)).size).toBe(5)
  })

  test('a charge that failed is marked at its order, and asked for again while the amount is reserved, and once', async () => {
    const orderId = await place()
    const again = async () => {
      const { version } = await get(orderId)
      const response = await call(adminOrders.chargeAgain, orderId, { version })
      return [response.statusCode, response.json().message]
    }
    const nothing = [409, `Order ${orderId} has nothing left to charge.`]
    expect(await again()).toEqual(nothing)
    await ship(orderId)
    expect(await again()).toEqual(nothing)
    const listed = async () => {
      const response = await owner().call(adminOrders.listAdminOrders)
      return response.json().orders.map(({ to_charge }: { to_charge: boolean }) => to_charge)
    }
    const isToCharge = async () => [(await get(orderId)).to_charge, ...(await listed())]
    expect(await isToCharge()).toEqual([false, false])
    const failed = { state: 'rejected', last_error: 'unreachable' } as const
    await shop().store.database.updateTable('payment_operations').set(failed).where('kind', '=', 'capture').execute()
    expect(await isToCharge()).toEqual([true, true])
    expect(await again()).toEqual([200, undefined])
    expect(await again()).toEqual(nothing)
    await later()
    expect(await isToCharge()).toEqual([false, false])
    expect(await get(orderId)).toMatchObject({ status: 'shipped', card_payment: { captured_cents: 15_800 } })
    expect((await lastEvent(orderId))?.text).toBe('Card charge retried')
  })

  test('a failed charge of an order without a tracking number is tried again, and a number that follows charges nothing', async () => {
    const shipAs = async (orderId: string, fields: object) => {
      const { version } = await get(orderId)
      return (await call(adminOrders.shipOrder, orderId, { version, ...fields })).statusCode
    }
    const failed = { state: 'rejected', last_error: 'unreachable' } as const
    const fail = () =>
      shop().store.database.updateTable('payment_operations').set(failed).where('kind', '=', 'capture').execute()
    const [first, second] = [await place(), await place()]
    for (const orderId of [first, second]) expect(await shipAs(orderId, { way: 'own_delivery' })).toBe(200)
    await fail()
    const { version } = await get(first)
    expect((await call(adminOrders.chargeAgain, first, { version })).statusCode).toBe(200)
    await fail()
    expect(await shipAs(first, { tracking_number: '1Z' })).toBe(200)
    shop().passTime(8 * DAY_MS)
    // Its reservation has ended, which stops no number of what has left.
    expect(await shipAs(second, { tracking_number: '1Z' })).toBe(200)
    expect(await operations('capture')).toHaveLength(3)
    expect((await mails('shipment')).filter(({ text }) => text.includes('now charging'))).toHaveLength(2)
  })

  test('if cards are charged with the order, shipping charges nothing more, and cancelled items are to be refunded', async () => {
    await chargeAtOrder()
    const orderId = await place(TWO_PRODUCTS)
    await settle()
    shop().passTime(1000)
    await cancel(orderId, `${orderId}-2`)
    expect(await get(orderId)).toMatchObject({
      ...{ to_pay_back: true },
      card_payment: { captured_cents: 15_800 },
      unpaid_items: [],
    })
    await ship(orderId)
    await later()
    expect(await operations('capture')).toHaveLength(1)
  })

  test('orders that were not paid by card ship and are cancelled without the gateway', async () => {
    await callsOfOrders(shop).place({ order_id: '310001' })
    await callsOfOrders(shop).place({ order_id: '310002' })
    expect(await ship('310001')).toEqual([200, undefined])
    expect(await cancel('310002', '310002-1', '310002-2')).toEqual([200, undefined])
    expect(await shop().store.database.selectFrom('payment_operations').selectAll().execute()).toEqual([])
    expect((await mails('cancellation-shopper'))[0]?.text).not.toContain('charged')
  })
})
