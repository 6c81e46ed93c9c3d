import { adminSettings } from '@shop/contract/settings/admin'
import { adminToday, type Today } from '@shop/contract/today/admin'
import { describe, expect, test } from 'vitest'
import { inTransaction } from '../../platform/database/database.ts'
import { addDays, localDay } from '../../platform/lib/days/local-day.ts'
import { signInAs } from '../../testing/admin-visitor.ts'
import { BOTH_ENGINES } from '../../testing/servers/engines.ts'
import { eachTestShop } from '../../testing/test-hooks.ts'
import { buildOrder } from '../build-order.ts'
import { insertOrders } from '../orders.repository.ts'
import { lastOverdueDay } from '../promised-day.ts'

test.each([
  ['Wednesday', '2026-11-25', 2, '2026-11-22'],
  ['Monday', '2026-11-23', 2, '2026-11-18'],
  ['Saturday', '2026-11-28', 2, '2026-11-25'],
  ['Sunday', '2026-11-29', 1, '2026-11-26'],
  ['Wednesday', '2026-11-25', 10, '2026-11-10'],
  // 30 days, whatever the setting says.
  ['Wednesday', '2026-11-25', 60, '2026-10-25'],
])('on a %s, %s, orders have been overdue for %i business days since %s', (_weekday, day, shipDays, last) => {
  expect(lastOverdueDay(day, shipDays)).toBe(last)
})

describe.each(BOTH_ENGINES)('orders that should have shipped on %s', (engine) => {
  const shop = eachTestShop(engine)

  test('are counted in Today by the day that the shopper was told, or the setting, until they ship', async () => {
    const owner = await signInAs(shop, 'owner')
    const overdue = async () => (await owner.call(adminToday.getToday)).json<Today>().orders.overdue
    const item = { product_id: '101', product_name: 'Campus', price_cents: 7900, quantity: 1, image_file: null }
    const who = { first_name: 'Ada', last_name: 'Byron', email: 'ada@mail.example' }
    const order_date = lastOverdueDay(localDay(shop.clock()), 2)
    const orders = [
      buildOrder({ order_id: '700001', order_date, ...who, items: [item] }),
      buildOrder({ order_id: '700002', order_date: localDay(shop.clock()), ...who, items: [item] }),
    ]
    await inTransaction(shop.store.database, (trx) => insertOrders(trx, orders))
    expect(await overdue()).toBe(1)
    await owner.call(adminSettings.changeSettings, { wanted: { shipDays: 10 }, seen: { shipDays: 2 } })
    expect(await overdue()).toBe(0)
    await owner.call(adminSettings.changeSettings, { wanted: { shipDays: 2 }, seen: { shipDays: 10 } })
    const { database } = shop.store
    const promised = (ship_by: string) =>
      database.updateTable('orders').set({ ship_by }).where('order_id', '=', '700001').execute()
    await promised(localDay(shop.clock()))
    expect(await overdue()).toBe(0)
    await promised(addDays(localDay(shop.clock()), -1))
    expect(await overdue()).toBe(1)
    await database.updateTable('orders').set({ order_status: 'shipped' }).execute()
    expect(await overdue()).toBe(0)
  })
})
