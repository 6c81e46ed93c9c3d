import { adminAudit } from '@shop/contract/audit/admin'
import { adminOrders } from '@shop/contract/orders/admin'
import { adminReturns } from '@shop/contract/returns/admin'
import { expect, test } from 'vitest'
import { postOrders } from '../../books/ledger/post-orders.ts'
import { inTransaction } from '../../platform/database/database.ts'
import type { AdminVisitor } from '../../testing/admin-visitor.ts'
import { PDF, returnedOrders } from '../../testing/orders/returned-orders.ts'

const { shop, owner, helper, daysAgo, arrive, ask, one, returnsOf, send, get, change, mailsOf, stockOf, waiting } =
  returnedOrders()

test('each step is undone while no later one followed: stock, label and state are as before', async () => {
  await arrive('600011')
  await ask('600011', one('600011', 2))
  const accepted = await change(owner(), adminReturns.acceptReturn, '600011', {
    answer: '',
    label: PDF.toString('base64'),
  })
  const before = await stockOf('101')
  const received = await change(helper(), adminReturns.receiveReturn, '600011', { restocked_item_ids: ['600011-1'] })
  const undo = (by: AdminVisitor, response: { json: () => { audit_id: number } }) =>
    by.call(adminAudit.undoChange, { id: response.json().audit_id })
  expect((await undo(owner(), accepted)).statusCode).toBe(409)
  expect((await undo(helper(), received)).statusCode).toBe(200)
  expect(await stockOf('101')).toBe(before)
  expect((await undo(helper(), accepted)).statusCode).toBe(403)
  expect((await undo(owner(), accepted)).statusCode).toBe(200)
  expect((await get('600011')).returns).toMatchObject([{ state: 'asked', label_path: null }])
  expect(await shop.store.database.selectFrom('return_labels').select('return_id').execute()).toEqual([])
  expect((await mailsOf('600011')).map(({ kind }) => kind).toSorted()).toEqual(['return', 'return-shop'])

  const declined = await change(owner(), adminReturns.declineReturn, '600011', { answer: 'It was worn.' })
  expect((await returnsOf('600011')).returns).toMatchObject([{ state: 'declined', answer: 'It was worn.' }])
  await shop.store.database.updateTable('outbox').set({ state: 'sent' }).where('subject', 'like', '%declined').execute()
  await undo(owner(), declined)
  expect((await mailsOf('600011')).find(({ kind }) => kind === 'return-correction')?.text).toContain(
    'That was a mistake: we’re still reviewing it.',
  )
})

test('a refund of a return that is undone leaves it to be refunded', async () => {
  await arrive('600021')
  await ask('600021', one('600021', 2))
  await change(owner(), adminReturns.acceptReturn, '600021', { answer: '', label: null })
  await change(owner(), adminReturns.receiveReturn, '600021', { restocked_item_ids: [] })
  const refund = { amount_cents: 100, item_ids: ['600021-1'], note: 'Worn.', return_id: '600021-RMA1' }
  const paid = await change(owner(), adminOrders.refundOrder, '600021', refund)
  expect((await get('600021')).returns).toMatchObject([{ state: 'paid_back' }])
  await owner().call(adminAudit.undoChange, { id: paid.json().audit_id })
  expect((await get('600021')).returns).toMatchObject([{ state: 'received' }])
})

test('a damaged return is declined with a reason, or refunded in part with one, and the shopper reads it', async () => {
  await arrive('600111')
  await ask('600111', one('600111', 2))
  await change(owner(), adminReturns.acceptReturn, '600111', { answer: 'Thank you.', label: null })
  await change(owner(), adminReturns.receiveReturn, '600111', { restocked_item_ids: [] })
  const before = await waiting()

  const reason = 'The strap is cut.'
  const body = { change: 'decline_return', return_id: '600111-RMA1', answer: reason }
  expect((await send(owner(), adminOrders.previewOrderMail, '600111', body)).json().text).toContain(
    'We’ve looked at what you returned from order # 600111. We’re sorry, but we can’t refund them:',
  )
  const declined = await change(owner(), adminReturns.declineReturn, '600111', { answer: reason })
  expect(declined.statusCode).toBe(200)
  expect((await returnsOf('600111')).returns).toMatchObject([{ state: 'declined', answer: reason }])
  expect(await waiting()).toBe(before - 1)
  expect((await mailsOf('600111')).find(({ subject }) => subject.endsWith('was declined'))?.text).toContain(reason)
  const { database } = shop.store
  await database.updateTable('outbox').set({ state: 'sent' }).where('subject', 'like', '%600111 was declined').execute()
  await owner().call(adminAudit.undoChange, { id: declined.json().audit_id })
  expect((await returnsOf('600111')).returns).toMatchObject([{ state: 'received', answer: 'Thank you.' }])
  expect((await mailsOf('600111')).find(({ kind }) => kind === 'return-correction')?.text).toContain(
    'That was a mistake: we’re still checking what came back.',
  )

  const refund = { amount_cents: 4000, item_ids: [], note: '', return_id: '600111-RMA1' }
  const silent = await change(owner(), adminOrders.refundOrder, '600111', refund)
  const less = 'This is less than was paid for the returned items. Please give the shopper a reason.'
  expect([silent.statusCode, silent.json().details]).toEqual([409, [{ field: 'note', message: less }]])
  const paid = await change(owner(), adminOrders.refundOrder, '600111', { ...refund, note: reason })
  expect(paid.statusCode).toBe(200)
  expect((await mailsOf('600111')).find(({ kind }) => kind === 'refund')?.text).toContain(reason)
  expect((await get('600111')).returns).toMatchObject([{ state: 'paid_back' }])
})

test('a return waits to be refunded only where something was paid that did not go back', async () => {
  const before = await waiting()
  await arrive('600081')
  await ask('600081', one('600081'))
  await change(owner(), adminReturns.acceptReturn, '600081', { answer: '', label: null })
  await change(owner(), adminReturns.receiveReturn, '600081', { restocked_item_ids: [] })
  expect(await waiting()).toBe(before + 1)
  const { database } = shop.store
  const writeRows = () => inTransaction(database, (trx) => postOrders(trx, ['600081']))
  const pay = async (payment: 'unpaid' | 'cash') => {
    await database.updateTable('orders').set({ payment }).where('order_id', '=', '600081').execute()
    await writeRows()
  }
  await pay('unpaid')
  expect(await waiting()).toBe(before)
  await pay('cash')
  const disputed = { reference: '600081-aaaaaa', gateway_id: 'g', order_id: '600081', state: 'settled' } as const
  const sums = {
    authorized_cents: 100,
    captured_cents: 100,
    refunded_cents: 100,
    card_brand: null,
    card_last_four: null,
  }
  await database
    .insertInto('payments')
    .values({ ...disputed, ...sums, created_at: daysAgo(1), expires_at: null })
    .execute()
  await writeRows()
  expect(await waiting()).toBe(before)
})
