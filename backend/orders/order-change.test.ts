import { describe, expect, test } from 'vitest'
import { claimDueMail, markUndelivered } from '../mail/outbox.repository.ts'
import { changedOrderOf, ORDER, UPS } from '../testing/orders/changed-order.ts'
import { cancelByShop } from './cancellation/cancel-by-shop.ts'
import { noteOnOrder } from './page/order-details.ts'

describe('changes of an order by the owner', () => {
  const { opened, context, order, mails, passHold, deliverMails, undo, ship, refund } = changedOrderOf('sqlite')
  const cancel = (itemIds: string[] = []) =>
    cancelByShop(context(), { order_id: ORDER, item_ids: itemIds, reason: 'Out of canvas', version: null })

  test('each change raises the version, and a change of an older one is refused', async () => {
    expect((await order()).version).toBe(0)
    await noteOnOrder(context(), { order_id: ORDER, note: 'Called', version: 0 })
    expect((await order()).version).toBe(1)
    await expect(ship(UPS, 0)).rejects.toThrow('Someone else just changed this order.')
    expect(await order()).toMatchObject({ version: 1, tracking_number: null })
    await ship(UPS, 1)
  })

  test.each([
    ['a shipment', 'shipment', () => ship()],
    ['a refund', 'refund', () => refund(1000)],
    ['a cancellation', 'cancellation-shopper', () => cancel()],
  ] as const)('the email of %s is withdrawn by an undo, or corrected once it has left', async (_, kind, change) => {
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

  test('an email that was tried in vain is not tried again after the correction', async () => {
    const { database } = opened.store
    const kinds = async () => (await mails()).map(({ kind }) => kind)
    const id = await ship()
    const now = passHold()
    const tried = await claimDueMail(database, now)
    if (tried === null) throw new Error('no email is due')
    await markUndelivered(database, tried, 'ETIMEDOUT', new Date(now.getTime() + 60 * 60_000))
    await undo(id)
    expect(await kinds()).toEqual(['shipment-correction'])
  })
})
