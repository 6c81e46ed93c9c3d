import { MAIL_HOLD_MS } from '@shop/contract/mail/admin'
import { adminOrders } from '@shop/contract/orders/admin'
import { describe, expect, test } from 'vitest'
import { cardOrdersOf } from '../../../tests/gateway/shops/card-orders.ts'

describe('what is refunded to a card', () => {
  const { shop, gateway, call, get, settle, operations, mails, place, charge, makeRefund, undo, lastEvent } =
    cardOrdersOf('sqlite')

  test('a refund goes to the card after ten seconds; until then it is undone, afterwards neither undone nor corrected', async () => {
    const orderId = await place()
    await charge(orderId)
    await makeRefund(orderId, 5800)
    expect(await settle()).toBe(0)
    expect(await undo((await lastEvent(orderId))?.undo_id)).toEqual([200, undefined])
    shop().passTime(MAIL_HOLD_MS)
    expect(await settle()).toBe(0)
    expect(await operations('refund')).toMatchObject([{ state: 'withdrawn' }])
    expect((await get(orderId)).card_payment).toMatchObject({ refunded_cents: 0, waiting_cents: 0 })

    await makeRefund(orderId, 5800)
    const entry = await lastEvent(orderId)
    shop().passTime(MAIL_HOLD_MS)
    await settle()
    expect((await get(orderId)).card_payment).toMatchObject({ refunded_cents: 5800, waiting_cents: 0 })
    expect((await lastEvent(orderId))?.undo_id).toBeNull()
    expect(await undo(entry?.undo_id)).toEqual([409, 'The refund is already on its way and can no longer be undone.'])
    expect((await mails('refund')).at(-1)?.text).toContain('We’re refunding $58.00')
    expect(await makeRefund(orderId, 10_000)).toEqual([200, undefined])
    expect((await get(orderId)).status).toBe('refunded')
  })

  test('before the bank has settled the charge a part waits for that, and the whole of what has not shipped is withdrawn', async () => {
    const [first, second] = [await place(), await place()]
    for (const orderId of [first, second]) await charge(orderId, { isSettled: false })
    await makeRefund(first, 100)
    await makeRefund(second, 15_800)
    shop().passTime(MAIL_HOLD_MS)
    await settle()
    expect((await get(first)).card_payment?.operations[0]).toMatchObject({
      ...{ kind: 'refund', state: 'due', last_error: 'unsettled' },
    })
    expect((await get(second)).card_payment).toMatchObject({
      state: 'voided',
      operations: [{ kind: 'void', state: 'done' }, {}, {}],
    })
    await gateway().settle()
    shop().passTime(60_000)
    await settle()
    expect((await get(first)).card_payment).toMatchObject({ refunded_cents: 100 })
  })

  test('the whole of what left without a tracking number is not withdrawn, but refunded once the bank has settled it', async () => {
    const orderId = await place()
    const { version } = await get(orderId)
    await call(adminOrders.shipOrder, orderId, { version, way: 'own_delivery' })
    shop().passTime(MAIL_HOLD_MS)
    await settle()
    expect(await makeRefund(orderId, 15_800)).toEqual([200, undefined])
    shop().passTime(MAIL_HOLD_MS)
    await settle()
    expect(await operations('refund')).toMatchObject([{ state: 'due', last_error: 'unsettled' }])
    expect(await operations('void')).toEqual([])
  })
})
