import { EMPTY_ADDRESS } from '@shop/contract/address/postal-address'
import { describe, expect, test } from 'vitest'
import { inTransaction } from '../../platform/database/database.ts'
import { changedOrderOf, ORDER } from '../../testing/orders/changed-order.ts'
import { ENGINES } from '../../testing/servers/engines.ts'
import { listNotes, updateOrder } from '../orders.repository.ts'
import { correctAddress, noteOnOrder } from './order-details.ts'

describe.each(ENGINES)('details of an order on %s', (engine) => {
  const { opened, context, mails, undo } = changedOrderOf(engine)

  test('a note is stored with its author, and undone', async () => {
    const id = await noteOnOrder(context(), { order_id: ORDER, note: 'Called', version: null })
    expect(await listNotes(opened.store.database, ORDER)).toMatchObject([
      { note: 'Called', author: 'ada@shop.example' },
    ])
    await undo(id)
    expect(await listNotes(opened.store.database, ORDER)).toEqual([])
    expect(await mails()).toEqual([])
  })

  test('an address in lines comes back with an undo, and with it the state that it names', async () => {
    const { database } = opened.store
    const lines = { region: 'MA', delivery_address: 'Derby Wharf, at the gate, Salem, MA' }
    await inTransaction(database, (trx) => updateOrder(trx, ORDER, lines))
    const address = { ...EMPTY_ADDRESS, address1: '12 Main St', city: 'Oakland', state: 'CA', zip: '94601' }
    await undo(await correctAddress(context(), { order_id: ORDER, address, version: null }))
    const stored = database.selectFrom('orders').select(['region', 'delivery_address']).where('order_id', '=', ORDER)
    expect(await stored.executeTakeFirst()).toEqual(lines)
  })
})
