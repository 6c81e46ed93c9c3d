import { describe, expect } from 'vitest'
import { MAIL_HOLD } from '../../mail/enqueue-mail.ts'
import { claimDueMail } from '../../mail/outbox.repository.ts'
import { changedOrderOf, NOON, ORDER, UPS } from '../../testing/orders/changed-order.ts'
import { BOTH_ENGINES } from '../../testing/servers/engines.ts'
import { testsOn } from '../../testing/tests-on.ts'
import { correctTracking, shipUntracked } from './ship-order.ts'

describe.each(BOTH_ENGINES)('a shipment on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const { opened, context, order, mails, deliverMails, undo, ship } = changedOrderOf(engine)

  test('an email is held for ten seconds; an undo within them withdraws it', async () => {
    const id = await ship()
    expect(await mails()).toMatchObject([{ kind: 'shipment', text: expect.stringContaining(`tracknum=${UPS}`) }])
    expect(await claimDueMail(opened.store.database, new Date(NOON.getTime() + MAIL_HOLD - 1))).toBeNull()
    await undo(id)
    expect(await mails()).toEqual([])
    expect(await order()).toMatchObject({ order_status: 'processing', tracking_number: null })
  })

  test('once somebody was told that it was picked up, the correction says so', async () => {
    const id = await shipUntracked(context(), { order_id: ORDER, way: 'picked_up', version: null })
    await deliverMails()
    await undo(id)
    expect((await mails()).at(-1)?.text).toContain('was picked up. That was a mistake')
  })

  onBoth('once the email has left, an undo sends a correction', async () => {
    const id = await ship()
    await deliverMails()
    await undo(id)
    expect(await mails()).toMatchObject([
      { kind: 'shipment' },
      {
        kind: 'shipment-correction',
        text: expect.stringContaining('That was a mistake: we’re still getting it ready.'),
      },
    ])
    expect(await order()).toMatchObject({ order_status: 'processing', tracking_number: null })
  })

  test('a wrong tracking number is corrected, which can be undone as well', async () => {
    await ship('2Z')
    const id = await correctTracking(context(), { order_id: ORDER, tracking_number: UPS, version: null })
    await deliverMails()
    expect((await mails()).at(-1)?.text).toContain('was wrong. Here’s the right one:')
    await undo(id)
    expect(await order()).toMatchObject({ order_status: 'shipped', tracking_number: '2Z' })
  })
})
