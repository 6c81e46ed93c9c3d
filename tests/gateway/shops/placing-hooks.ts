import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { Engine } from '../../../backend/testing/servers/engines.ts'
import { type Gateway, startGateway } from '../start-gateway.ts'
import { type OpenShop, openPlacingShop } from './open-placing-shop.ts'

/** A gateway for all tests of a file or a suite; each finds it without faults, and with the clock of the machine. */
export function sharedGateway(): Gateway {
  const gateway: Gateway = Object.create(null)
  beforeAll(async () => void Object.assign(gateway, await startGateway()))
  afterEach(async () => {
    await gateway.clear()
    await gateway.set({ clockAhead: 0, currency: 'USD' })
  })
  afterAll(() => gateway.stop())
  return gateway
}

/** A shop whose orders are open, anew for each test, with so many of each product. */
export function eachPlacingShop(engine: Engine, gateway: Gateway, stock: number, { isNew = false } = {}): OpenShop {
  const shop: OpenShop = Object.create(null)
  beforeEach(async () => {
    Object.assign(shop, await openPlacingShop(engine, gateway, {}, { isNew }))
    await shop.store.database.updateTable('products').set({ stock_quantity: stock }).execute()
  })
  afterEach(() => shop.close())
  return shop
}
