import { MAIL_HOLD_MS } from '@shop/contract/mail/admin'
import { expect, test } from 'vitest'
import { cardOrdersOf } from '../../../tests/gateway/shops/card-orders.ts'
import { insertOperation } from '../../payments/ledger/payments.repository.ts'
import { inTransaction } from '../../platform/database/database.ts'

const { shop, gateway, get, settle, mails, place, cancel, undo, lastEvent, referenceOf } = cardOrdersOf('sqlite')

test('a release for which it is too late is a refund on the order, in its history and for the shopper', async () => {
  const orderId = await place()
  const reference = await referenceOf(orderId)
  await cancel(orderId, `${orderId}-1`)
  const cancellation = await lastEvent(orderId)
  const [sale] = await gateway().transactions([reference])
  await gateway().move({ id: sale?.id ?? '', status: 'settled' })
  shop().passTime(MAIL_HOLD_MS)
  await settle()
  await settle()
  expect(await get(orderId)).toMatchObject({
    ...{ status: 'refunded', refunded_cents: 15_800, left_cents: 0, to_pay_back: false },
    card_payment: { captured_cents: 15_800, refunded_cents: 15_800 },
    items: [{ cancellation_status: 'cancelled', refund_status: 'refunded' }],
  })
  expect(await lastEvent(orderId)).toMatchObject({
    ...{ text: 'Refunded $158.00 for 2 × Campus Slim Backpack, Blue', actor: null, undo_id: null },
    mails: [{ to: 'shopper', delivery: 'waiting' }],
  })
  expect((await mails('refund')).map(({ text }) => text)).toEqual([
    expect.stringContaining(`We’re refunding $158.00 for your order # ${orderId} to the card`),
  ])
  expect((await undo(cancellation?.undo_id))[0]).toBe(409)
})

test('a release of a payment without an order is a refund of the payment only', async () => {
  const orderId = await place()
  const [reference, other] = [await referenceOf(orderId), `${orderId}-secnd1`]
  const { database } = shop().store
  await database.updateTable('payments').set({ order_id: other }).where('reference', '=', reference).execute()
  const [sale] = await gateway().transactions([reference])
  await gateway().move({ id: sale?.id ?? '', status: 'settled' })
  const asked = { provider: 'braintree', reference, kind: 'void', amount_cents: 15_800, state: 'due' } as const
  await inTransaction(database, (trx) => insertOperation(trx, { ...asked, now: shop().clock() }))
  await settle()
  await settle()
  expect(await database.selectFrom('payments').select('refunded_cents').execute()).toEqual([{ refunded_cents: 15_800 }])
  expect(await database.selectFrom('order_refunds').selectAll().execute()).toEqual([])
})
