import { describe, expect, test } from 'vitest'
import { findProduct } from '../../catalog/catalog.repository.ts'
import { updateStock } from '../../catalog/stock.repository.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { changedOrderOf, ORDER } from '../../testing/orders/changed-order.ts'
import { refundOrder } from '../refunds/refund-order.ts'
import { cancelByShop } from './cancel-by-shop.ts'

describe('a cancellation by the shop', () => {
  const { opened, context, order, mails, deliverMails, undo, ship, refund } = changedOrderOf('sqlite')
  const cancel = (itemIds: string[] = []) =>
    cancelByShop(context(), { order_id: ORDER, item_ids: itemIds, reason: 'Out of canvas', version: null })
  const stock = async () => (await findProduct(opened.store.database, '101'))?.stock_quantity ?? 0

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

  test('one of two pieces is cancelled: its stock comes back, and goes again when that is undone', async () => {
    const before = await stock()
    const request = {
      order_id: ORDER,
      item_ids: [`${ORDER}-1`],
      quantities: { [`${ORDER}-1`]: 1 },
      reason: 'Torn',
      version: null,
    }
    const id = await cancelByShop(context(), request)
    const pieces = async () =>
      (await order()).items.map(({ quantity, cancellation_status }) => [quantity, cancellation_status])
    expect(await pieces()).toEqual([
      [1, 'cancelled'],
      [1, null],
      [1, null],
    ])
    expect(await stock()).toBe(before + 1)
    expect((await mails()).map(({ text }) => text)).toEqual([expect.stringContaining('1 × Campus Slim Backpack, Blue')])
    await undo(id)
    expect((await pieces()).map(([, status]) => status)).toEqual([null, null, null])
    expect(await stock()).toBe(before)
  })

  test('what ships after some pieces were cancelled stays sold, although a part of its price is refunded', async () => {
    const id = `${ORDER}-1`
    const quantities = { [id]: 1 }
    await cancelByShop(context(), { order_id: ORDER, item_ids: [id], quantities, reason: 'Torn', version: null })
    await ship()
    const kept = (await order()).items.filter(({ cancellation_status }) => cancellation_status === null)
    await refund(
      100,
      kept.map(({ order_item_id }) => order_item_id),
    )
    expect(await order()).toMatchObject({ order_status: 'refunded' })
    const rows = opened.store.database.selectFrom('order_transactions').where('order_id', '=', ORDER)
    const sold = rows.select((row) => [row.fn.sum('orders').as('orders'), row.fn.sum('units').as('units')])
    expect(await sold.executeTakeFirst()).toEqual({ orders: 1, units: 2 })
  })

  test('a cancellation cannot be undone once the stock was sold', async () => {
    const id = await cancel()
    await inTransaction(opened.store.database, (trx) => updateStock(trx, '101', 1))
    await expect(undo(id)).rejects.toThrow(/^Only 1 of .+ are in stock/)
    expect(await order()).toMatchObject({ order_status: 'cancelled' })
    expect(await stock()).toBe(1)
  })

  test('a cancellation cannot be undone in part, once some of its pieces were refunded', async () => {
    const before = await stock()
    const bags = `${ORDER}-1`
    const cancelled = await cancel([bags])
    const request = { order_id: ORDER, amount_cents: 7900, item_ids: [bags], quantities: { [bags]: 1 } }
    const { version } = await order()
    const refunded = await refundOrder(context(), { ...request, note: '', despite_dispute: false, version })
    await expect(undo(cancelled)).rejects.toThrow()
    // The pieces stay apart.
    await undo(refunded)
    await expect(undo(cancelled)).rejects.toThrow()
    expect((await order()).items.map((item) => [item.quantity, item.cancellation_status])).toEqual([
      [1, 'cancelled'],
      [1, null],
      [1, 'cancelled'],
    ])
    expect(await stock()).toBe(before + 2)
  })

  test('a cancellation cannot be undone once what was cancelled is refunded', async () => {
    const cancelled = await cancel([`${ORDER}-1`])
    await refund(15_800, [`${ORDER}-1`])
    await expect(undo(cancelled)).rejects.toThrow()
    expect((await order()).items[0]).toMatchObject({ cancellation_status: 'cancelled', refund_status: 'refunded' })
  })

  test('an entry from before the pieces were noted can be undone', async () => {
    const id = await cancel([`${ORDER}-1`])
    const { database } = opened.store
    const entry = await database.selectFrom('audit_log').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const older = (text: string | null) => (text ?? '').replaceAll(/,"quantity":\d+/g, '')
    expect(entry.after).toContain(',"quantity":2')
    const values = { before: older(entry.before), after: older(entry.after) }
    await database.updateTable('audit_log').set(values).where('id', '=', id).execute()
    await undo(id)
    expect((await order()).items[0]).toMatchObject({ quantity: 2, cancellation_status: null })
  })

  test('a shipped item is not cancelled', async () => {
    await ship()
    await expect(cancel()).rejects.toThrow('Order 100001 has shipped.')
  })
})
