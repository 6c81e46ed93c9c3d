import type { TypedAddress } from '@shop/contract/address/fields'
import type { TakenOrder } from '@shop/contract/orders/taken-orders'
import { DEFAULT_TIME_ZONE } from '@shop/contract/settings/time-zone'
import { afterEach, beforeEach, describe, expect } from 'vitest'
import { listAudit } from '../../admin/audit/audit.repository.ts'
import { undoChange } from '../../admin/audit/undo-change.ts'
import { findProduct } from '../../catalog/catalog.repository.ts'
import { takeStock } from '../../catalog/stock.repository.ts'
import { UNDO_RULES } from '../../modules.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { setShopZone } from '../../platform/lib/days/shop-zone.ts'
import { getShopSettings, updateShopSettings } from '../../platform/settings/shop-settings.repository.ts'
import { placeOrder } from '../../testing/orders/orders.ts'
import { ENGINES, openTestStore, type TestStore } from '../../testing/servers/engines.ts'
import { testsOn } from '../../testing/tests-on.ts'
import { readOrderState, requireOrder } from '../order-change.ts'
import { findOrder } from '../orders.repository.ts'
import { noteOnOrder } from '../page/order-details.ts'
import { historyOf } from '../page/order-history.ts'
import { previewTakenOrder, takeOrder } from './take-order.ts'

const NOON = new Date('2026-11-22T12:00:00.000Z')
const ORDER: TakenOrder = {
  channel: 'fair',
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@shop.example',
  items: [
    { product_id: '101', quantity: 2, price_cents: 7000 },
    { product_id: '107', quantity: 1, price_cents: null },
  ],
  delivery_cents: 0,
  tax_cents: 500,
  phone: '',
  delivery_type_id: null,
  discount_code: null,
  state: null,
  payment: null,
  handed_over: true,
  address: null,
  note: 'Paid in cash',
}

const OAKLAND: TypedAddress = {
  ...{ company: '', address1: '12 Main St', address2: '', city: 'Oakland' },
  ...{ state: 'CA', zip: '94601', country: 'US', zip_is_right: false },
}

describe.each(ENGINES)('an order taken by phone or at a fair on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  let opened: TestStore
  beforeEach(async () => {
    opened = await openTestStore(engine)
  })
  afterEach(async () => {
    setShopZone(DEFAULT_TIME_ZONE)
    await opened.close()
  })

  const context = (now = NOON) => ({ database: opened.store.database, clock: () => now, actor: 'command' })
  const take = (changes: Partial<TakenOrder> = {}) => takeOrder(context(), { ...ORDER, ...changes })
  const undo = (id: number) => undoChange({ ...context(), rules: UNDO_RULES }, id)
  const find = (orderId: string) => findOrder(opened.store.database, orderId)
  const stock = async () => (await findProduct(opened.store.database, '101'))?.stock_quantity ?? 0
  const mails = () => opened.store.database.selectFrom('outbox').select(['kind', 'recipient']).execute()

  test('has a number, its prices and its channel; its goods leave the stock', async () => {
    const before = await stock()
    await placeOrder(opened.store.database, { order_id: '200001' })
    const { orderId } = await take()
    expect(orderId).toBe('200002')
    const today = (await findProduct(opened.store.database, '107'))?.price_cents ?? 0
    expect(await find(orderId)).toMatchObject({
      channel: 'fair',
      order_status: 'delivered',
      order_date: '2026-11-22',
      total_cents: 14_000 + today,
      items: [{ price_cents: 7000, quantity: 2 }, { price_cents: today }],
    })
    expect(await stock()).toBe(before - 2)
    expect(await mails()).toEqual([{ kind: 'order-confirmation', recipient: 'ada@shop.example' }])
    expect((await take({ channel: 'phone', handed_over: false })).orderId).toBe('200003')
    expect((await find('200003'))?.order_status).toBe('processing')
  })

  test('costs a shop that resells it the wholesale price, where there is one and no other was agreed', async () => {
    const { database } = opened.store
    const update = { wholesale_price_cents: 4100, wholesale_minimum: 6 }
    await database.updateTable('products').set(update).where('product_id', '=', '101').execute()
    const price = (await findProduct(database, '107'))?.price_cents ?? 0
    const items = [
      { product_id: '101', quantity: 1, price_cents: null },
      { product_id: '101', quantity: 1, price_cents: 3900 },
      { product_id: '107', quantity: 1, price_cents: null },
    ]
    const prices = async (changes: Partial<TakenOrder>) =>
      (await find((await take({ items, ...changes })).orderId))?.items.map(({ price_cents }) => price_cents)
    expect(await prices({ channel: 'wholesale' })).toEqual([4100, 3900, price])
    await inTransaction(database, (trx) => updateShopSettings(trx, { wholesalePercent: 45 }))
    expect(await prices({ channel: 'wholesale' })).toEqual([4100, 3900, Math.round(price * 0.45)])
    expect((await prices({ channel: 'phone' }))?.[2]).toBe(price)
  })

  test('has the day of the shop, also in the evening, when it is the next day in UTC', async () => {
    const { orderId } = await takeOrder(context(new Date('2026-11-24T02:30:00.000Z')), ORDER)
    expect((await find(orderId))?.order_date).toBe('2026-11-23')
  })

  describe('without a network', () => {
    const entry = {
      id: 'a3bb189e-8bf9-4c42-9d7e-2f0d5c1b7e11',
      taken_at: '2026-11-20T18:00:00.000Z',
      total_cents: 26_900,
    }
    const enter = (changes: Partial<TakenOrder> = {}, other = entry) =>
      takeOrder(context(), { ...ORDER, ...changes }, other)

    onBoth(
      'has the day on which it was taken, and is entered once however often it is sent, also at once',
      async () => {
        const before = await stock()
        const first = await enter()
        expect(await find(first.orderId)).toMatchObject({ order_date: '2026-11-20', delivered_on: '2026-11-20' })
        expect(await Promise.all([enter(), enter()])).toEqual([first, first])
        expect(await stock()).toBe(before - 2)
        expect(await mails()).toHaveLength(1)
      },
    )

    test('that was removed by undo is not entered again', async () => {
      const first = await enter()
      await undo(first.auditId)
      expect(await enter()).toEqual(first)
      expect(await find(first.orderId)).toBeNull()
    })

    test('that no longer fits is refused with its lines, and entered once it does', async () => {
      const before = await stock()
      await opened.store.database
        .updateTable('products')
        .set({ stock_quantity: 1 })
        .where('product_id', '=', '101')
        .execute()
      await expect(enter()).rejects.toMatchObject({ details: [{ field: 'items.0.quantity' }] })
      await opened.store.database.deleteFrom('products').where('product_id', '=', '107').execute()
      await expect(enter()).rejects.toThrow('There is no product 107.')
      await opened.store.database
        .updateTable('products')
        .set({ stock_quantity: before })
        .where('product_id', '=', '101')
        .execute()
      const { orderId } = await enter({ items: ORDER.items.slice(0, 1) }, { ...entry, total_cents: 14_500 })
      expect(await find(orderId)).toMatchObject({ order_date: '2026-11-20' })
    })

    test('that comes to another sum than was charged is refused, and nothing changes', async () => {
      const before = await stock()
      await expect(enter({ tax_cents: 499 })).rejects.toThrow('The total is now $268.99, but $269.00 was charged.')
      expect(await stock()).toBe(before)
      expect(await mails()).toEqual([])
    })

    test.each(['2026-11-22T12:00:01.000Z', '2026-09-23T11:59:59.000Z'])(
      'whose clock cannot be right, at %s, counts as taken when it arrives',
      async (taken_at) => {
        const { orderId } = await enter({}, { ...entry, taken_at })
        expect((await find(orderId))?.order_date).toBe('2026-11-22')
      },
    )
  })

  test('begins its history with the order, also where it is the next day already', async () => {
    setShopZone('Asia/Tokyo')
    const { database } = opened.store
    const { orderId } = await takeOrder(context(new Date('2026-11-23T20:00:00.000Z')), ORDER)
    const state = await readOrderState(database, await inTransaction(database, (trx) => requireOrder(trx, orderId)))
    const entries = await listAudit(database, { subject: { kind: 'order', id: orderId } }, 10)
    const viewer = { isOwner: true, nameOf: (actor: string) => actor, deliveries: new Map() }
    expect(historyOf(state, entries, viewer).map(({ text }) => text)).toEqual([
      'Entered by the shop. Paid in cash',
      'Ordered at a fair',
    ])
  })

  test('is sent to the address that was entered; its email names it, and what the delivery cost', async () => {
    const sums = { delivery_cents: 599, tax_cents: 500, items: ORDER.items.slice(0, 1) }
    const { orderId } = await take({ ...sums, handed_over: false, address: OAKLAND })
    expect(await find(orderId)).toMatchObject({ address1: '12 Main St', city: 'Oakland', region: 'CA', zip: '94601' })
    const mail = await opened.store.database.selectFrom('outbox').select('text').executeTakeFirstOrThrow()
    expect(mail.text).toContain(
      'Subtotal: $140.00\nDelivery: $5.99\nSales tax: $5.00\nTotal: $150.99\n\nShip to: 12 Main St, Oakland, CA 94601',
    )
    expect(await find((await take()).orderId)).toMatchObject({ address1: null, country: null })
  })

  test('comes to ten million dollars at most, whose sums fit both engines', async () => {
    const most = {
      delivery_cents: 0,
      tax_cents: 0,
      items: [{ product_id: '101', quantity: 1, price_cents: 1_000_000_000 }],
    }
    await expect(take({ ...most, tax_cents: 1 })).rejects.toThrow('An order can total $10,000,000.00 at most.')
    const { orderId } = await take(most)
    expect((await find(orderId))?.total_cents).toBe(1_000_000_000)
  })

  onBoth('is refused without enough stock or with unknown goods, and nothing changes', async () => {
    const before = await stock()
    const items = [
      { product_id: '107', quantity: 1, price_cents: null },
      { product_id: '101', quantity: before + 1, price_cents: null },
    ]
    await expect(take({ items })).rejects.toMatchObject({
      code: 'conflict',
      details: [
        {
          field: 'items.1.quantity',
          message: expect.stringMatching(new RegExp(`^Only ${before} of .+ are in stock`)),
        },
      ],
    })
    await expect(take({ items: [{ product_id: 'none', quantity: 1, price_cents: null }] })).rejects.toThrow(
      'There is no product none.',
    )
    expect(await stock()).toBe(before)
    expect(await mails()).toEqual([])
    expect(await find('200001')).toBeNull()
  })

  test('is refused with a draft, in the preview as in earnest', async () => {
    const { database } = opened.store
    await database.updateTable('products').set({ status: 'draft' }).where('product_id', '=', '107').execute()
    const shop = await getShopSettings(database)
    for (const attempt of [take, () => previewTakenOrder(database, ORDER, { now: NOON, shop })]) {
      await expect(attempt()).rejects.toMatchObject({
        code: 'conflict',
        details: [{ field: 'items.1.product_id', message: expect.stringContaining('is a draft. Publish or hide it') }],
      })
    }
    const units = [
      { product_id: '107', quantity: 1 },
      { product_id: 'none', quantity: 1 },
    ]
    const shortages = units.map(({ product_id }) => ({ product_id, available: 0 }))
    const result = await inTransaction(database, (trx) => takeStock(trx, units, { notForSale: 'short' }))
    expect(result).toEqual({ shortages, taken: [] })
  })

  test('is removed by undo as long as nothing else was done with it', async () => {
    const before = await stock()
    const { orderId, auditId } = await take()
    const undone = await undo(auditId)
    expect(await find(orderId)).toBeNull()
    expect(await stock()).toBe(before)
    expect(await mails()).toEqual([])
    await expect(undo(undone.id)).rejects.toThrow('cannot be undone itself')
    const other = await take()
    await noteOnOrder(context(), { order_id: other.orderId, note: 'Paid in cash', version: null })
    await expect(undo(other.auditId)).rejects.toThrow('cannot be undone')
    expect(await find(other.orderId)).not.toBeNull()
  })
})
