import { adminAudit } from '@shop/contract/audit/admin'
import { DAY_MS } from '@shop/contract/durations'
import { adminOrders } from '@shop/contract/orders/admin'
import { describe, expect, test } from 'vitest'
import { findProduct } from '../../catalog/catalog.repository.ts'
import { addDays } from '../../platform/lib/days/local-day.ts'
import { delayedOrderOf, ORDER } from '../../testing/orders/delayed-order.ts'

describe('the answer to a delay notice', () => {
  const { shop, cancel, owner, today, send, get, mails, delay, tokenOf, open, answer } = delayedOrderOf('sqlite')

  test('opening the link changes nothing; one press cancels all of the order, and the link is used', async () => {
    const stock = (await findProduct(shop.store.database, '101'))?.stock_quantity ?? 0
    await delay(null)
    const token = await tokenOf()
    const seen = await open(token)
    expect(await open(token)).toEqual(seen)
    expect(seen).toMatchObject({ order_id: ORDER, ship_by: null, agreed: false, money: 'We’ll refund what you paid.' })
    expect(seen.items).toHaveLength(2)
    expect(await answer(token, 'cancel')).toEqual([200, undefined])
    expect(await get()).toMatchObject({ status: 'cancelled' })
    expect((await findProduct(shop.store.database, '101'))?.stock_quantity).toBe(stock + 2)
    expect([await mails('cancellation-shopper'), await mails('cancellation-shop')].map(({ length }) => length)).toEqual(
      [1, 1],
    )
    for (const message of [(await open(token)).message, (await answer(token, 'cancel'))[1]]) {
      expect(message).toMatch(/^You cancelled order # 100001 with this link on /)
    }
  })

  test('a link that is forged, expired, or of an older notice says what to do instead', async () => {
    expect((await open('A'.repeat(43))).message).toMatch(/^This link does not work/)
    await delay(addDays(today(), 5))
    const older = await tokenOf()
    await delay(addDays(today(), 9))
    const newer = await tokenOf()
    expect((await answer(older, 'cancel'))[1]).toMatch(/^We’ve emailed you again/)
    shop.passTime(380 * DAY_MS)
    expect((await answer(newer, 'cancel'))[1]).toMatch(/^This link has expired/)
    expect(await get()).toMatchObject({ status: 'processing' })
  })

  test('an order that has been shipped or cancelled since is not cancelled', async () => {
    await delay(addDays(today(), 5))
    const token = await tokenOf()
    const { version } = await get()
    const { audit_id } = (await send(adminOrders.shipOrder, { way: 'untracked', version })).json()
    expect((await answer(token, 'cancel'))[1]).toMatch(/^Your order # 100001 has already shipped/)
    await owner().call(adminAudit.undoChange, { id: audit_id })
    await cancel([`${ORDER}-1`, `${ORDER}-2`])
    expect((await answer(token, 'cancel'))[1]).toMatch(/^Your order # 100001 is already cancelled/)
  })
})
