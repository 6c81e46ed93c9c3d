import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shipUntracked } from '../orders/fulfilment/ship-order.ts'
import { inTransaction } from '../platform/database/database.ts'
import { up } from '../platform/database/migrations/0063-order-mails.ts'
import { placeOrder } from '../testing/orders/orders.ts'
import { BOTH_ENGINES, openTestStore, type TestStore } from '../testing/servers/engines.ts'
import { storeText } from './texts/mail-texts.repository.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')

describe.each(BOTH_ENGINES)('emails of an older version on %s', (engine) => {
  let opened: TestStore
  beforeAll(async () => {
    opened = await openTestStore(engine)
  })
  afterAll(() => opened.close())

  test('are given the order that the log of changes, their subject or their text tells', async () => {
    const { database } = opened.store
    await placeOrder(database)
    await inTransaction(database, (trx) =>
      storeText(trx, 'shipped_untracked', { version: 1, words: { subject: 'On its way', body: '{how}' } }),
    )
    const context = { database, clock: () => NOW, actor: 'ada@shop.example' }
    await shipUntracked(context, { order_id: '100001', way: 'own_delivery', version: null })
    await database.schema.alterTable('outbox').dropColumn('order_id').execute()
    const { order_id: _, ...shipped } = await database.selectFrom('outbox').selectAll().executeTakeFirstOrThrow()
    const older = (id: string, subject: string, text: string) => ({ ...shipped, id, subject, text })
    await database
      .insertInto('outbox')
      .values([
        older('subject', 'Your order # 100001', ''),
        older('text', 'Thank you!', 'Its number is 100001: 2 bags'),
        older('answer', 'About 100001', ''),
        older('other', 'Your order # 999999', 'To ZIP 100001'),
        older('none', 'Welcome', 'Sign in at https://shop.example'),
      ])
      .execute()
    await up(database)
    const mails = await database.selectFrom('outbox').select(['id', 'order_id']).execute()
    expect(Object.fromEntries(mails.map(({ id, order_id }) => [id === shipped.id ? 'shipped' : id, order_id]))).toEqual(
      {
        ...{ shipped: '100001', subject: '100001', text: '100001', answer: '100001', other: null, none: null },
      },
    )
  })
})
