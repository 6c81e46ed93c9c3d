import { HOUR_MS } from '@shop/contract/durations'
import { beforeEach, describe, expect, test } from 'vitest'
import { eachPlacingShop, sharedGateway } from '../../tests/gateway/placing-hooks.ts'
import { findPlacement } from '../checkout/placements.repository.ts'
import type { Payments } from '../payments/gateway/payments.ts'
import { insertOperation } from '../payments/ledger/payments.repository.ts'
import { inTransaction } from '../platform/database/database.ts'
import { settleDueOperations } from './payment-worker.ts'
import { reconcile } from './reconcile.ts'
import { listFailed } from './tasks/payment-tasks.repository.ts'

const SALE = 'POST [^ ]*/transactions '

describe('money that has moved at the gateway before the shop looked', () => {
  const gateway = sharedGateway()
  const shop = eachPlacingShop('sqlite', gateway, 50)
  let reference: string
  let key: string
  beforeEach(() => {
    reference = ''
  })

  const settle = () => settleDueOperations(shop.worker)
  const payment = () =>
    shop.store.database.selectFrom('payments').selectAll().where('reference', '=', reference).executeTakeFirst()
  const sale = async () => (await gateway.transactions([reference])).find(({ type }) => type === 'sale')
  const operations = () =>
    shop.store.database.selectFrom('payment_operations').selectAll().where('reference', '=', reference).execute()
  async function place(): Promise<void> {
    const body = await shop.buildBody()
    await shop.place(body)
    key = body.key
    reference = (await findPlacement(shop.store.database, key))?.reference ?? ''
  }
  async function ask(kind: 'capture' | 'void', amount_cents: number): Promise<void> {
    const asked = { reference, kind, amount_cents, state: 'due', now: shop.clock() } as const
    await inTransaction(shop.store.database, (trx) => insertOperation(trx, asked))
  }

  test.each(['submitted_for_settlement', 'settled'])(
    'a sale that is %s when it is found is stored so, and not charged again',
    async (status) => {
      await shop.store.database
        .insertInto('shop_settings')
        .values({ key: 'capture', value: '"at_order"' })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: '"at_order"' }))
        .execute()
      await gateway.fail({ match: SALE, answer: 'cut' })
      await place()
      await gateway.move({ id: (await sale())?.id ?? '', status })
      await settle()
      expect(await payment()).toMatchObject({
        state: status === 'settled' ? 'settled' : 'submitted',
        captured_cents: 15_800,
      })
      expect(await shop.store.database.selectFrom('payment_movements').selectAll().execute()).toMatchObject([
        { reference, amount_cents: 15_800 },
      ])
      await settle()
      expect((await operations()).map(({ kind, state }) => [kind, state])).toEqual([['authorize', 'done']])
    },
  )

  test('a void that is refused, since the money moved after the look, is a refund of what is charged now', async () => {
    await place()
    await ask('void', 15_800)
    const { payments } = shop.worker
    const late: Payments['void'] = async (request) => {
      await payments.capture({ ...request, operationId: 'hand', cents: 9000 })
      await gateway.settle({ id: request.transactionId })
      return payments.void(request)
    }
    await settleDueOperations({ ...shop.worker, payments: { ...payments, void: late } })
    await settle()
    expect(await payment()).toMatchObject({ state: 'settled', captured_cents: 9000, refunded_cents: 9000 })
    expect(await listFailed(shop.store.database, 10)).toEqual([])
  })

  test('a void of what was given up, and was charged nevertheless, is a refund too', async () => {
    await gateway.fail({ match: SALE, answer: 'cut' })
    await gateway.fail({ match: 'advanced_search', answer: { status: 503 }, times: 1 })
    await place()
    await shop.store.database.updateTable('placements').set({ state: 'abandoned', client: null }).execute()
    await ask('void', 15_800)
    await gateway.move({ id: (await sale())?.id ?? '', status: 'settled' })
    await settle()
    await settle()
    const refunds = (await gateway.transactions([reference])).filter(({ type }) => type === 'credit')
    expect(refunds).toMatchObject([{ cents: 15_800 }])
    expect(await listFailed(shop.store.database, 10)).toEqual([])
  })

  test('an answer with the id of another payment is healed at the next look, and the order is charged', async () => {
    await place()
    const [other = ''] = [(await payment())?.gateway_id]
    await place()
    const own = (await sale())?.id
    await shop.store.database
      .updateTable('payments')
      .set({ gateway_id: other })
      .where('reference', '=', reference)
      .execute()
    await ask('capture', 15_800)
    await settle()
    expect(await payment()).toMatchObject({ gateway_id: own, state: 'submitted', captured_cents: 15_800 })
  })

  test('an answer with the id of another payment is healed by the comparison of a night, which releases nothing', async () => {
    await place()
    const own = (await sale())?.id
    await shop.store.database.updateTable('payments').set({ gateway_id: 'unknown1' }).execute()
    const since = new Date(shop.clock().getTime() - HOUR_MS)
    const found = await shop.worker.payments.find(reference)
    const transactions = found.outcome === 'done' ? found.transactions : []
    const listSince = async () => ({ outcome: 'done', transactions }) as const
    const context = { ...shop.worker, payments: { ...shop.worker.payments, listSince } }
    expect(await reconcile(context, since)).toMatchObject({ voided: 0, alerts: [] })
    expect(await payment()).toMatchObject({ gateway_id: own, state: 'authorized' })
  })
})
