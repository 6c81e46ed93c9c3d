import { describe, expect } from 'vitest'
import { lostAnswersOn } from '../../tests/gateway/shops/lost-answers.ts'
import type { Payments, VoidRequest } from '../payments/gateway/payments.ts'
import { BOTH_ENGINES } from '../testing/servers/engines.ts'
import { testsOn } from '../testing/tests-on.ts'
import { settleDueOperations } from './payment-worker.ts'
import { listFailed } from './tasks/payment-tasks.repository.ts'

describe.each(BOTH_ENGINES)('a void of what has settled on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const { gateway, shop, settle, rows, place, placeUnanswered, saleOf, add, operation, capture } = lostAnswersOn(engine)

  test('a void after the money has settled is not sent, and the money is refunded', async () => {
    const { reference } = await place()
    await gateway.settle({ id: await capture(reference, 10_000) })
    const id = await add('void', reference, 15_800)
    await gateway.clear()
    await Promise.all([settle(), settle()])
    await settle()
    expect(await operation(id)).toMatchObject({ state: 'withdrawn', last_error: 'settled' })
    expect((await gateway.requests()).filter(({ path }) => path.endsWith('/void'))).toEqual([])
    expect(await rows('payments')).toMatchObject([{ state: 'settled', captured_cents: 10_000, refunded_cents: 10_000 }])
    expect((await rows('payment_operations')).filter((row) => 'kind' in row && row.kind === 'refund')).toHaveLength(1)
  })

  onBoth('a void that the gateway refuses, since the bank settles at that moment, becomes a refund', async () => {
    const { reference } = await place()
    const transactionId = await capture(reference, 15_800)
    const id = await add('void', reference, 15_800)
    const { payments } = shop.worker
    const settledMeanwhile = async (request: VoidRequest) => {
      await gateway.settle({ id: transactionId })
      return payments.void(request)
    }
    await settleDueOperations({ ...shop.worker, payments: { ...payments, void: settledMeanwhile } })
    expect(await operation(id)).toMatchObject({ state: 'withdrawn', last_error: 'settled' })
    expect(await rows('payments')).toMatchObject([{ state: 'settled', refunded_cents: 15_800 }])
  })

  test('a void that is refused, since the money moved after the look, is a refund of what is charged now', async () => {
    const { reference } = await place()
    await add('void', reference, 15_800)
    const { payments } = shop.worker
    const late: Payments['void'] = async (request) => {
      await payments.capture({ ...request, operationId: 'hand', cents: 9000 })
      await gateway.settle({ id: request.transactionId })
      return payments.void(request)
    }
    await settleDueOperations({ ...shop.worker, payments: { ...payments, void: late } })
    await settle()
    expect(await rows('payments')).toMatchObject([{ state: 'settled', captured_cents: 9000, refunded_cents: 9000 }])
    expect(await listFailed(shop.store.database, 10)).toEqual([])
  })

  test('a void of what was given up, and was charged nevertheless, is a refund too', async () => {
    await gateway.fail({ match: 'advanced_search', answer: { status: 503 }, times: 1 })
    const { reference } = await placeUnanswered()
    await shop.store.database.updateTable('placements').set({ state: 'abandoned', client: null }).execute()
    await add('void', reference, 15_800)
    await gateway.move({ id: (await saleOf(reference))?.id ?? '', status: 'settled' })
    await settle()
    await settle()
    const refunds = (await gateway.transactions([reference])).filter(({ type }) => type === 'credit')
    expect(refunds).toMatchObject([{ cents: 15_800 }])
    expect(await listFailed(shop.store.database, 10)).toEqual([])
  })
})
