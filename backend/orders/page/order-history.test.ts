import { adminAudit } from '@shop/contract/audit/admin'
import { requestPath } from '@shop/contract/http/call'
import { type AdminOrder, adminOrders } from '@shop/contract/orders/admin'
import { adminTakenOrders } from '@shop/contract/orders/taken-orders'
import { beforeAll, describe, expect } from 'vitest'
import { type AdminVisitor, signInAs } from '../../testing/admin-visitor.ts'
import { callsOfOrders } from '../../testing/orders/order-calls.ts'
import { ENGINES } from '../../testing/servers/engines.ts'
import { sharedTestShop } from '../../testing/test-hooks.ts'
import { testsOn } from '../../testing/tests-on.ts'

const TAKEN = {
  channel: 'fair',
  first_name: 'Grace',
  last_name: 'Hopper',
  email: 'grace@shop.example',
  items: [{ product_id: '101', quantity: 1, price_cents: null }],
  delivery_cents: 0,
  tax_cents: 500,
  handed_over: true,
  note: '',
}

describe.each(ENGINES)('the history of an order on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const shop = sharedTestShop(engine)
  let owner: AdminVisitor
  beforeAll(async () => {
    owner = await signInAs(shop, 'owner')
  })
  const { place, cancel } = callsOfOrders(() => shop)
  const send = ({ method, path }: { method: 'GET' | 'POST'; path: string }, orderId: string, body?: unknown) =>
    owner.call({ method, path: requestPath(path, { order_id: orderId }, {}) }, body)
  const get = async (orderId: string) => (await send(adminOrders.getAdminOrder, orderId)).json<AdminOrder>()

  test('an undo is offered only while nothing later stands in its way', async () => {
    await place({ order_id: '345001' })
    const undoable = async (orderId: string) =>
      (await get(orderId)).events.map(({ text, undo_id }) => [text, undo_id !== null])
    await send(adminOrders.shipOrder, '345001', { tracking_number: '1Z', version: 0 })
    await send(adminOrders.noteOnOrder, '345001', { note: 'Called' })
    await send(adminOrders.shipOrder, '345001', { tracking_number: '2Z', version: 2 })
    expect(await undoable('345001')).toEqual([
      ['Tracking number corrected to 2Z', true],
      ['Note: Called', true],
      ['Shipped, tracking number 1Z', false],
      ['Ordered', false],
    ])
    await owner.call(adminAudit.undoChange, { id: (await get('345001')).events[0]?.undo_id })
    expect((await undoable('345001')).at(-2)).toEqual(['Shipped, tracking number 1Z', true])

    // Cancellations by shoppers have no entry.
    await place({ order_id: '345002' })
    const cancellation = { item_ids: ['345002-1'], reason: 'Out of canvas', version: 0 }
    await send(adminOrders.cancelByShop, '345002', cancellation)
    expect((await undoable('345002'))[0]).toEqual([
      'Cancelled by the shop: 2 × Campus Slim Backpack, Blue (Out of canvas)',
      true,
    ])
    shop.passTime(1000)
    expect((await cancel(['345002-2'], { orderId: '345002' })).statusCode).toBe(200)
    expect((await undoable('345002'))[1]).toEqual([
      'Cancelled by the shop: 2 × Campus Slim Backpack, Blue (Out of canvas)',
      false,
    ])

    const { order_id } = (await owner.call(adminTakenOrders.takeOrder, TAKEN)).json()
    expect((await undoable(order_id))[0]).toEqual(['Entered by the shop', true])
    await send(adminOrders.noteOnOrder, order_id, { note: 'Paid' })
    expect((await undoable(order_id))[1]).toEqual(['Entered by the shop', false])
  })

  test('the pieces of a product are counted together, also where they are on several lines of the order', async () => {
    const [item] = TAKEN.items
    const items = [item, { ...item, price_cents: 500 }]
    const { order_id } = (await owner.call(adminTakenOrders.takeOrder, { ...TAKEN, items })).json()
    const { version, items: lines } = await get(order_id)
    const item_ids = lines.map(({ order_item_id }) => order_item_id)
    expect(item_ids).toHaveLength(2)
    await send(adminOrders.refundOrder, order_id, { item_ids, amount_cents: 500, note: '', version })
    expect((await get(order_id)).events[0]?.text).toBe('Refunded $5.00 for 2 × Campus Slim Backpack, Blue')
  })

  test('how far the email about a change is stands beside it, unless the change was undone in time', async () => {
    await place({ order_id: '346001' })
    const { database } = shop.store
    const mail = async () => (await get('346001')).events[0]?.mails[0]
    await send(adminOrders.shipOrder, '346001', { tracking_number: '1Z', version: 0 })
    const id = (await mail())?.id ?? ''
    const mark = (state: string, last_error: string | null) =>
      database.updateTable('outbox').set({ state, last_error }).where('id', '=', id).execute()
    await mark('failed', 'EENVELOPE 550')
    expect(await mail()).toEqual({ id, to: 'shopper', delivery: 'failed', delivery_error: 'EENVELOPE 550' })
    await mark('sent', null)
    expect(await mail()).toEqual({ id, to: 'shopper', delivery: 'sent', delivery_error: null })

    await place({ order_id: '346002' })
    const { audit_id } = (await send(adminOrders.shipOrder, '346002', { tracking_number: '1Z', version: 0 })).json()
    await owner.call(adminAudit.undoChange, { id: audit_id })
    expect((await get('346002')).events.map(({ mails: withdrawn }) => withdrawn)).toEqual([[], [], []])
  })

  onBoth('the emails about what the shopper cancels stand beside it, to the shopper and to the shop', async () => {
    await place({ order_id: '346101' })
    await cancel(['346101-2'], { orderId: '346101' })
    const { events } = await get('346101')
    const delivery = { delivery: 'waiting', delivery_error: null }
    expect(events.map(({ mails }) => mails)).toEqual([
      [
        { id: expect.any(String), to: 'shopper', ...delivery },
        { id: expect.any(String), to: 'shop', ...delivery },
      ],
      [],
    ])
    const [toShopper, toShop] = events[0]?.mails ?? []
    const { database } = shop.store
    const kindOf = (id = '') => database.selectFrom('outbox').select('kind').where('id', '=', id).executeTakeFirst()
    expect([await kindOf(toShopper?.id), await kindOf(toShop?.id)]).toEqual([
      { kind: 'cancellation-shopper' },
      { kind: 'cancellation-shop' },
    ])
    const failure = { state: 'failed', last_error: 'EENVELOPE 550' }
    await database
      .updateTable('outbox')
      .set(failure)
      .where('id', '=', toShopper?.id ?? '')
      .execute()
    expect((await get('346101')).events[0]?.mails).toMatchObject([{ delivery: 'failed' }, { delivery: 'waiting' }])
  })
})
