import { goodsTotal, unitsOf } from '@shop/contract/money'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { findProduct } from '../catalog/catalog.repository.ts'
import {
  bumpCatalogVersion,
  bumpStockVersion,
  readCatalogVersion,
} from '../platform/database/catalog-version/catalog-version.ts'
import { inTransaction } from '../platform/database/database.ts'
import { localDay } from '../platform/lib/days/local-day.ts'
import { callsOfOrders } from '../testing/orders/order-calls.ts'
import { BOTH_ENGINES } from '../testing/servers/engines.ts'
import { untilWaiting } from '../testing/servers/until-waiting.ts'
import { sharedTestShop } from '../testing/test-hooks.ts'
import { cancelByShop } from './cancellation/cancel-by-shop.ts'
import { correctTracking, shipOrder } from './fulfilment/ship-order.ts'
import { findOrder, lockOrder, type StoredOrder, updateItems } from './orders.repository.ts'
import { refundOrder } from './refunds/refund-order.ts'
import { askToReturn } from './returns/ask-to-return.ts'
import { listReturns } from './returns.repository.ts'

/** Enough for two transactions on different connections to overlap. */
const ROUNDS = Array.from({ length: 20 }, (_, index) => String(500_000 + index))
/** Several times the connections of a pool. */
const CONCURRENCY = 60

describe.each(BOTH_ENGINES)('concurrent changes of orders on %s', (engine) => {
  const shop = sharedTestShop(engine)

  const { place, cancel } = callsOfOrders(() => shop)
  const context = () => ({ database: shop.store.database, clock: shop.clock, actor: 'command' })
  /** Refunds like someone who looks at the order again after somebody else has changed it. */
  const refund = async (orderId: string, place: number): Promise<number> => {
    const version = (await findOrder(shop.store.database, orderId))?.version ?? 0
    const request = {
      order_id: orderId,
      amount_cents: 100,
      item_ids: [`${orderId}-${place}`],
      note: '',
      despite_dispute: false,
      version,
    }
    return refundOrder(context(), request).catch((error: Error) => {
      if (error.message.startsWith('Someone else just changed')) return refund(orderId, place)
      throw error
    })
  }
  const ship = (orderId: string) =>
    shipOrder(context(), { order_id: orderId, tracking_number: `1Z${orderId}`, version: null })
  const cancelAll = async (orderId: string) =>
    (await cancel([`${orderId}-1`, `${orderId}-2`], { orderId })).statusCode === 200
  const succeeds = (work: Promise<unknown>) =>
    work.then(
      () => true,
      () => false,
    )

  /** Places an order per round, runs `race` on each of them in turn, and returns the orders afterwards. */
  async function ends(prefix: string, race: (orderId: string) => Promise<unknown>): Promise<StoredOrder[]> {
    const found: StoredOrder[] = []
    for (const round of ROUNDS) {
      const orderId = `${prefix}${round}`
      await place({ order_id: orderId })
      await race(orderId)
      const order = await findOrder(shop.store.database, orderId)
      if (order !== null) found.push(order)
    }
    return found
  }
  const statuses = (orders: readonly StoredOrder[]) => new Set(orders.map(({ order_status }) => order_status))

  test('an order is refunded when its items are refunded concurrently', async () => {
    const orders = await ends('1', (id) => Promise.all([refund(id, 1), refund(id, 2)]))
    expect(statuses(orders)).toEqual(new Set(['refunded']))
  })

  test('a change that waits for another one sees what that has changed', async () => {
    const { store } = shop
    await place({ order_id: '800001' })
    const request = { order_id: '800001', amount_cents: 100, item_ids: ['800001-2'], note: '', despite_dispute: false }
    const [refunded] = await inTransaction(store.database, async (trx) => {
      await lockOrder(trx, '800001')
      await updateItems(trx, [{ order_item_id: '800001-1', refund_status: 'refunded' }])
      const other = refundOrder(context(), { ...request, version: null })
      await untilWaiting(store, other)
      // In a list, since a promise would be waited for within the transaction.
      return [other]
    })
    await refunded
    expect((await findOrder(store.database, '800001'))?.order_status).toBe('refunded')
  })

  test('a concurrent refund and shipment both succeed', async () => {
    const orders = await ends('2', (id) => Promise.all([refund(id, 1), ship(id)]))
    expect(statuses(orders)).toEqual(new Set(['shipped']))
    expect(orders.filter(({ items }) => items[0]?.refund_status !== 'refunded')).toEqual([])
  })

  test('a concurrent refund and tracking number correction both succeed', async () => {
    const orders = await ends('3', async (id) => {
      await ship(id)
      await Promise.all([
        refund(id, 1),
        correctTracking(context(), { order_id: id, tracking_number: '2Z', version: null }),
      ])
    })
    expect(new Set(orders.map(({ tracking_number }) => tracking_number))).toEqual(new Set(['2Z']))
    expect(statuses(orders)).toEqual(new Set(['shipped']))
  })

  test('an order ships or is cancelled, never both', async () => {
    const winners: string[] = []
    const orders = await ends('4', async (id) => {
      const [cancelled, shipped] = await Promise.all([cancelAll(id), succeeds(ship(id))])
      winners.push([cancelled && 'cancelled', shipped && 'shipped'].filter(Boolean).join(' and '))
    })
    expect(orders.map(({ order_status }) => order_status)).toEqual(winners)
    const both = orders.filter(({ tracking_number, items }) => {
      return (tracking_number !== null) === items.every((item) => item.cancellation_status === 'cancelled')
    })
    expect(both).toEqual([])
  })

  test('one of two requests to return the same item wins, and none succeeds once it is refunded', async () => {
    const asked = async (orderId: string) => {
      const items = [{ order_item_id: `${orderId}-1`, quantity: 2 }]
      const request = { items, reason: 'Changed My Mind', details: '' } as const
      return succeeds(askToReturn({ ...context(), settings: shop.settings }, orderId, request))
    }
    for (const round of ROUNDS.slice(0, 5)) {
      const orderId = `5${round}`
      await place({ order_id: orderId, order_status: 'delivered', delivered_on: localDay(shop.clock()) })
      const results = await Promise.all([asked(orderId), asked(orderId), refund(orderId, 1)])
      const order = await findOrder(shop.store.database, orderId)
      const returns = order === null ? [] : await listReturns(shop.store.database, order)
      expect(returns).toHaveLength(results.filter((result) => result === true).length)
      expect(returns.length).toBeLessThan(2)
      expect(order?.items[0]?.refund_status).toBe('refunded')
      expect(await asked(orderId)).toBe(false)
    }
  })

  test('pieces that shopper and shop cancel and refund at once are each counted once, and come back to the stock once', async () => {
    const stock = async () => (await findProduct(shop.store.database, '101'))?.stock_quantity ?? 0
    for (const round of ROUNDS.slice(0, 5)) {
      const orderId = `7${round}`
      const bought = await place({ order_id: orderId })
      const [before, id] = [await stock(), `${orderId}-1`]
      const one = { order_id: orderId, item_ids: [id], quantities: { [id]: 1 } }
      const results = await Promise.all([
        cancel([id], { orderId, quantitiesToCancel: { [id]: 1 } }).then(({ statusCode }) => statusCode === 200),
        succeeds(cancelByShop(context(), { ...one, reason: 'Torn', version: null })),
        succeeds(refundOrder(context(), { ...one, amount_cents: 100, note: '', despite_dispute: false, version: 0 })),
        succeeds(ship(orderId)),
      ])
      const { items = [], tracking_number } = (await findOrder(shop.store.database, orderId)) ?? {}
      expect([unitsOf(items), goodsTotal(items)]).toEqual([unitsOf(bought.items), goodsTotal(bought.items)])
      const cancelled = items.filter(({ cancellation_status }) => cancellation_status !== null)
      expect(await stock()).toBe(before + unitsOf(cancelled))
      // The first takes the line, and the rest is one of its own.
      const [byShopper, byShop, isRefunded, hasShipped] = results
      expect(unitsOf(cancelled)).toBe(Number(byShopper) + Number(byShop))
      expect(items.filter(({ refund_status }) => refund_status !== null)).toHaveLength(Number(isRefunded))
      expect(tracking_number !== null).toBe(hasShipped)
      expect(results.filter(Boolean).length).toBeGreaterThan(0)
      expect(Number(byShopper) + Number(byShop)).toBeLessThan(2)
    }
  })

  test.runIf(engine === 'postgres')('a cancellation does not wait for a running import', async () => {
    await place({ order_id: '700001' })
    await inTransaction(shop.store.database, async (trx) => {
      await bumpCatalogVersion(trx)
      expect(await cancelAll('700001')).toBe(true)
    })
  })

  test.runIf(engine === 'postgres')(
    'stock changes of different products do not wait for the same version row',
    async () => {
      const { database } = shop.store
      const row = vi.spyOn(Math, 'random')
      onTestFinished(() => row.mockRestore())
      const before = await readCatalogVersion(database)
      await inTransaction(database, async (trx) => {
        row.mockReturnValue(0)
        await bumpStockVersion(trx)
        row.mockReturnValue(0.5)
        await inTransaction(database, bumpStockVersion)
      })
      expect(await readCatalogVersion(database)).toBe(before + 2)
    },
  )

  test(`${CONCURRENCY} concurrent cancellations of different orders all succeed and restore all stock`, async () => {
    const ids = Array.from({ length: CONCURRENCY }, (_, index) => String(600_000 + index))
    await Promise.all(ids.map((order_id) => place({ order_id })))
    const stock = async () => (await findProduct(shop.store.database, '101'))?.stock_quantity ?? 0
    const before = [await stock(), await readCatalogVersion(shop.store.database)] as const
    const items = (orderId: string) => [`${orderId}-1`, `${orderId}-2`]
    const cancelled = ids.map((orderId, index) => cancel(items(orderId), { orderId }, `10.0.0.${index}`))
    expect((await Promise.all(cancelled)).map(({ statusCode }) => statusCode)).toEqual(ids.map(() => 200))
    expect(await stock()).toBe(before[0] + 2 * CONCURRENCY)
    expect(await readCatalogVersion(shop.store.database)).toBe(before[1] + CONCURRENCY)
  })
})
