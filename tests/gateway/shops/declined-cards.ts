import { beforeEach } from 'vitest'
import { findDeclineAlarm } from '../../../backend/checkout/placements.repository.ts'
import { inTransaction } from '../../../backend/platform/database/database.ts'
import { updateShopSettings } from '../../../backend/platform/settings/shop-settings.repository.ts'
import { eachPlacingShop, sharedGateway } from './placing-hooks.ts'

/** An order over an amount that the gateway declines. */
export const DECLINED = { items: [{ product_id: '102', quantity: 1, price: 2001 }], total: 2001 }

/** A nonce that is no card. */
export const garbage = (index: number) => ({ nonce: `garbage-${index}` })

/** For tests of a file: a shop for each of them, whose clock stands, and orders of several addresses. */
export function triedCards() {
  const gateway = sharedGateway()
  const shop = eachPlacingShop('sqlite', gateway, 1000, { isNew: true })
  beforeEach(async () => {
    shop.stopTime()
    const { database } = shop.store
    await database.updateTable('products').set({ price_cents: 200_100 }).where('product_id', '=', '102').execute()
  })

  return {
    gateway,
    shop,
    send: async (address: string, email: string, changes: object = {}) => {
      const payload = await shop.buildBody({
        customer: { firstName: 'A', lastName: 'B', email, phone: '' },
        ...changes,
      })
      return shop.app.inject({ method: 'POST', url: '/api/placeOrder', payload, remoteAddress: address })
    },
    setOrders: (orders: 'open' | 'paused') =>
      inTransaction(shop.store.database, (trx) => updateShopSettings(trx, { orders })),
    /** Until when the alarm about declined cards lasts. */
    alarm: () => findDeclineAlarm(shop.store.database, shop.clock()),
  }
}
