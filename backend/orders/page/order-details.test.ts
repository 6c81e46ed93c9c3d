import { describe, expect, test } from 'vitest'
import { changedOrderOf, ORDER } from '../../testing/orders/changed-order.ts'
import { ENGINES } from '../../testing/servers/engines.ts'
import { listNotes } from '../orders.repository.ts'
import { noteOnOrder } from './order-details.ts'

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
})
