import { beforeEach, describe, expect, test } from 'vitest'
import { undoChange } from '../admin/audit/undo-change.ts'
import { findProduct, updateStock } from '../catalog/catalog.repository.ts'
import { inTransaction } from '../database/database.ts'
import { MAIL_HOLD } from '../mail/enqueue-mail.ts'
import { claimDueMail, markSent, markUndelivered } from '../mail/outbox.repository.ts'
import { ENGINES } from '../testing/engines.ts'
import { placeOrder } from '../testing/orders.ts'
import { eachTestStore } from '../testing/test-hooks.ts'
import { UNDO_RULES } from '../undo-rules.ts'
import { cancelByShop } from './cancel-by-shop.ts'
import { noteOnOrder } from './order-details.ts'
import { findOrder, listNotes, listRefunds } from './orders.repository.ts'
import { correctRefund, refundOrder } from './refund-order.ts'
import { correctTracking, shipOrder, shipUntracked } from './ship-order.ts'

const NOON = new Date('2026-11-22T12:00:00.000Z')
const ORDER = '100001'
const UPS = '1Z999AA10123456784'

describe.each(ENGINES)('changes of an order by the owner on %s', (engine) => {
  const opened = eachTestStore(engine)
  let now: Date
  beforeEach(async () => {
    now = NOON
    await placeOrder(opened.store.database)
  })

  /** A millisecond later at each look, so that mails have an order. */
  const clock = () => {
    now = new Date(now.getTime() + 1)
    return now
  }
  const context = () => ({ database: opened.store.database, clock, actor: 'ada@shop.example' })
  const undo = async (id: number) => (await undoChange({ ...context(), rules: UNDO_RULES }, id)).id
  const order = async () => {
    const found = await findOrder(opened.store.database, ORDER)
    if (found === null) throw new Error('the order is gone')
    return found
  }
  const refunds = () => listRefunds(opened.store.database, ORDER)
  const stock = async () => (await findProduct(opened.store.database, '101'))?.stock_quantity ?? 0
  const mails = async () =>
    (await opened.store.database.selectFrom('outbox').selectAll().orderBy('created_at').execute()).map(
      ({ kind, text }) => ({ kind, text }),
    )
  /** Lets the held mails leave. */
  const deliverMails = async () => {
    const { database } = opened.store
    now = new Date(now.getTime() + MAIL_HOLD)
    for (let mail = await claimDueMail(database, now); mail !== null; mail = await claimDueMail(database, now)) {
      await markSent(database, mail.id, now)
    }
  }
  const ship = (trackingNumber = UPS, seen: number | null = null) =>
    shipOrder(context(), { orderId: ORDER, trackingNumber, seen })
  const version = async () => (await order()).version
  const refund = async (amountCents: number, itemIds: string[] = [], note = '') =>
    refundOrder(context(), { orderId: ORDER, amountCents, itemIds, note, despiteDispute: false, seen: await version() })
  const cancel = (itemIds: string[] = []) =>
    cancelByShop(context(), { orderId: ORDER, itemIds, reason: 'Out of canvas', seen: null })

  test('a mail is held for ten seconds; an undo within them withdraws it', async () => {
    const id = await ship()
    expect(await mails()).toMatchObject([{ kind: 'shipment', text: expect.stringContaining(`tracknum=${UPS}`) }])
    expect(await claimDueMail(opened.store.database, new Date(NOON.getTime() + MAIL_HOLD - 1))).toBeNull()
    await undo(id)
    expect(await mails()).toEqual([])
    expect(await order()).toMatchObject({ order_status: 'processing', tracking_number: null })
  })

  test('once somebody was told that it was picked up, the correction says so', async () => {
    const id = await shipUntracked(context(), { orderId: ORDER, way: 'picked_up', seen: null })
    await deliverMails()
    await undo(id)
    expect((await mails()).at(-1)?.text).toContain('was picked up. That was a mistake')
  })

  test('once the mail has left, an undo sends a correction', async () => {
    const id = await ship()
    await deliverMails()
    await undo(id)
    expect(await mails()).toMatchObject([
      { kind: 'shipment' },
      {
        kind: 'shipment-correction',
        text: expect.stringContaining('That was a mistake: it is still being processed.'),
      },
    ])
    expect(await order()).toMatchObject({ order_status: 'processing', tracking_number: null })
  })

  test.each([
    ['a shipment', 'shipment', () => ship()],
    ['a refund', 'refund', () => refund(1000)],
    ['a cancellation', 'cancellation-shopper', () => cancel()],
  ] as const)('the mail of %s is withdrawn by an undo, or corrected once it has left', async (_, kind, change) => {
    const kinds = async () => (await mails()).map((mail) => mail.kind)
    const first = await change()
    expect(await kinds()).toEqual([kind])
    const undone = await undo(first)
    expect(await kinds()).toEqual([])
    await expect(undo(undone)).rejects.toThrow('cannot be undone itself')

    const second = await change()
    await deliverMails()
    await undo(second)
    expect(await kinds()).toEqual([kind, expect.stringContaining('correction')])
  })

  test('a mail that was tried in vain is not tried again after the correction', async () => {
    const { database } = opened.store
    const kinds = async () => (await mails()).map(({ kind }) => kind)
    const id = await ship()
    now = new Date(now.getTime() + MAIL_HOLD)
    const tried = await claimDueMail(database, now)
    if (tried === null) throw new Error('no mail is due')
    await markUndelivered(database, tried, 'ETIMEDOUT', new Date(now.getTime() + 60 * 60_000))
    await undo(id)
    expect(await kinds()).toEqual(['shipment-correction'])
  })

  test('a wrong tracking number is corrected, which can be undone as well', async () => {
    await ship('2Z')
    const id = await correctTracking(context(), { orderId: ORDER, trackingNumber: UPS, seen: null })
    await deliverMails()
    expect((await mails()).at(-1)?.text).toContain('was wrong. This is the right one:')
    await undo(id)
    expect(await order()).toMatchObject({ order_status: 'shipped', tracking_number: '2Z' })
  })

  test('each change raises the version, and a change of an older one is refused', async () => {
    expect((await order()).version).toBe(0)
    await noteOnOrder(context(), { orderId: ORDER, note: 'Called', seen: 0 })
    expect((await order()).version).toBe(1)
    await expect(ship(UPS, 0)).rejects.toThrow('Somebody changed this order meanwhile.')
    expect(await order()).toMatchObject({ version: 1, tracking_number: null })
    await ship(UPS, 1)
  })

  test('an order is paid back in parts, together never more than was paid', async () => {
    const { total_cents, delivery_cents, tax_cents } = await order()
    const paid = total_cents + delivery_cents + tax_cents
    await refund(1000, [`${ORDER}-1`], 'The strap was torn.')
    await expect(refund(paid - 999)).rejects.toThrow(/^At most \$\d+\.\d\d of order 100001 can be paid back\.$/)
    expect((await order()).items.map(({ refund_status }) => refund_status)).toEqual(['refunded', null])
    await refund(paid - 1000)
    expect(await order()).toMatchObject({
      order_status: 'refunded',
      items: [{ refund_status: 'refunded' }, { refund_status: 'refunded' }],
    })
    await expect(refund(1)).rejects.toThrow('Everything that was paid for order 100001 is paid back already.')
    expect((await refunds()).map(({ refund_id, amount_cents }) => [refund_id, amount_cents])).toEqual([
      ['100001-R1', 1000],
      ['100001-R2', paid - 1000],
    ])
    expect((await mails()).map(({ text }) => text)).toContainEqual(
      expect.stringContaining('we have paid back $10.00 for your order # 100001.\n\nThe strap was torn.'),
    )
  })

  test('two refunds at once do not exceed what was paid', async () => {
    const { total_cents, delivery_cents, tax_cents } = await order()
    const paid = total_cents + delivery_cents + tax_cents
    const results = await Promise.allSettled([refund(paid), refund(paid)])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await refunds()).toHaveLength(1)
  })

  test('a wrong refund is undone with its items, and the shopper gets a mail', async () => {
    const id = await refund(1000, [`${ORDER}-1`, `${ORDER}-2`])
    expect((await order()).order_status).toBe('refunded')
    await deliverMails()
    await undo(id)
    expect(await refunds()).toEqual([])
    expect(await order()).toMatchObject({ order_status: 'processing', items: [{ refund_status: null }, {}] })
    expect((await mails()).at(-1)).toMatchObject({
      kind: 'refund-correction',
      text: expect.stringContaining('$10.00 was paid back for your order # 100001. That was a mistake: it was not.'),
    })
  })

  test('the amount of a refund is corrected; the refund then is undone only after its correction', async () => {
    const id = await refund(1000)
    const correction = { orderId: ORDER, refundId: '100001-R1', amountCents: 100, note: '', seen: await version() }
    const corrected = await correctRefund(context(), correction)
    await deliverMails()
    expect((await mails()).at(-1)?.text).toContain('That was a mistake: it is $1.00.')
    const tooMuch = { ...correction, amountCents: 1_000_000, seen: await version() }
    await expect(correctRefund(context(), tooMuch)).rejects.toThrow('At most')
    await expect(undo(id)).rejects.toThrow(`change ${corrected} (order refund corrected`)
    await undo(corrected)
    expect(await refunds()).toMatchObject([{ amount_cents: 1000 }])
    await undo(id)
    expect(await refunds()).toEqual([])
  })

  test('the shop cancels items: their stock comes back, and goes again when that is undone', async () => {
    const before = await stock()
    const id = await cancel([`${ORDER}-1`])
    expect(await stock()).toBe(before + 2)
    expect(await order()).toMatchObject({
      order_status: 'processing',
      items: [
        { cancellation_status: 'cancelled', cancellation_reason: 'Out of canvas' },
        { cancellation_status: null },
      ],
    })
    await deliverMails()
    await undo(id)
    expect(await stock()).toBe(before)
    expect((await order()).items[0]).toMatchObject({ cancellation_status: null, cancelled_at: null })
    expect((await mails()).map(({ kind }) => kind)).toEqual(['cancellation-shopper', 'cancellation-correction'])
  })

  test('a cancellation is not undone when the stock was sold meanwhile', async () => {
    const id = await cancel()
    await inTransaction(opened.store.database, (trx) => updateStock(trx, '101', 1))
    await expect(undo(id)).rejects.toThrow(/^Only 1 of .+ are in stock/)
    expect(await order()).toMatchObject({ order_status: 'cancelled' })
    expect(await stock()).toBe(1)
  })

  test('what has shipped is not cancelled', async () => {
    await ship()
    await expect(cancel()).rejects.toThrow('Order 100001 has shipped.')
  })

  test('a note is stored with its author, and undone', async () => {
    const id = await noteOnOrder(context(), { orderId: ORDER, note: 'Called', seen: null })
    expect(await listNotes(opened.store.database, ORDER)).toMatchObject([
      { note: 'Called', author: 'ada@shop.example' },
    ])
    await undo(id)
    expect(await listNotes(opened.store.database, ORDER)).toEqual([])
    expect(await mails()).toEqual([])
  })
})
