import { DAY_MS } from '@shop/contract/durations'
import { describe, expect } from 'vitest'
import { cardOrdersOf } from '../../tests/gateway/shops/card-orders.ts'
import type { Payments } from '../payments/gateway/payments.ts'
import { claimOperation, LEASE_MS } from '../payments/ledger/operations.repository.ts'
import { insertOperation } from '../payments/ledger/payments.repository.ts'
import { inTransaction } from '../platform/database/database.ts'
import { BOTH_ENGINES } from '../testing/servers/engines.ts'
import { testsOn } from '../testing/tests-on.ts'
import { settleDueOperations } from './payment-worker.ts'

const REFUND = 'POST .*/refund'

describe.each(BOTH_ENGINES)('a refund that is looked up on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const { shop, gateway, settle, referenceOf, operations, place, charge } = cardOrdersOf(engine)

  async function charged(): Promise<string> {
    const orderId = await place()
    await charge(orderId)
    return referenceOf(orderId)
  }
  const ask = (reference: string, amount_cents: number) =>
    inTransaction(shop().store.database, (trx) =>
      insertOperation(trx, {
        provider: 'braintree',
        reference,
        kind: 'refund',
        amount_cents,
        state: 'due',
        now: shop().clock(),
      }),
    )
  const refunded = async (reference: string) =>
    (await gateway().transactions([reference])).filter(({ type }) => type === 'credit').map(({ cents }) => cents)
  const withPayments = (changes: Partial<Payments>) => ({
    ...shop().worker,
    payments: { ...shop().worker.payments, ...changes },
  })

  onBoth(
    'whose claim is lost after it was made is not made again, although the account has no request keys',
    async () => {
      const reference = await charged()
      await gateway().set({ areKeysAllowed: false })
      await ask(reference, 5000)
      await settle()
      const next_attempt_at = shop().clock().toISOString()
      const lost = { state: 'due', attempts: 0, claim: null, finished_at: null, next_attempt_at } as const
      await shop().store.database.updateTable('payment_operations').set(lost).where('kind', '=', 'refund').execute()
      await settle()
      expect(await refunded(reference)).toHaveLength(1)
      expect(await operations('refund')).toMatchObject([{ state: 'done' }])
      await gateway().set({ areKeysAllowed: true })
    },
  )

  onBoth('that another node has taken during a slow look is sent only by that one', async () => {
    const reference = await charged()
    await ask(reference, 5000)
    const { find } = shop().worker.payments
    const slow: Payments['find'] = async (...looked) => {
      const found = await find(...looked)
      shop().passTime(LEASE_MS)
      await claimOperation(shop().store.database, shop().clock())
      return found
    }
    await settleDueOperations(withPayments({ find: slow }))
    expect(await refunded(reference)).toEqual([])
    shop().passTime(LEASE_MS)
    await settle()
    expect(await refunded(reference)).toHaveLength(1)
  })

  test('is told from another one of the same amount: both are made, each once', async () => {
    const reference = await charged()
    await ask(reference, 5000)
    await gateway().fail({ match: REFUND, answer: 'cut', times: 1 })
    await settle()
    await ask(reference, 5000)
    await gateway().fail({ match: REFUND, answer: 'cut', commit: false, times: 1 })
    await settle()
    expect(await refunded(reference)).toHaveLength(1)
    shop().passTime(60_000)
    await settle()
    expect(await refunded(reference)).toHaveLength(2)
    expect((await operations('refund')).map(({ state }) => state)).toEqual(['done', 'done'])
  })

  test('is not taken for one of the same amount that was made by hand before', async () => {
    const reference = await charged()
    const [sale] = await gateway().transactions([reference])
    await shop().worker.payments.refund({
      provider: 'braintree',
      operationId: 'hand',
      reference,
      transactionId: sale?.id ?? '',
      cents: 5000,
    })
    shop().passTime(60_000)
    await ask(reference, 5000)
    await settle()
    expect(await refunded(reference)).toHaveLength(2)
  })

  test('ends after three days with only a look: it is done if only its last answer was lost', async () => {
    const reference = await charged()
    await ask(reference, 5000)
    await gateway().fail({ match: REFUND, answer: 'cut', times: 1 })
    await settle()
    shop().passTime(4 * DAY_MS)
    const unreachable = { outcome: 'rejected', reason: 'unreachable', codes: [] } as const
    await settleDueOperations(withPayments({ find: async () => unreachable }))
    expect(await operations('refund')).toMatchObject([{ state: 'due', last_error: 'unreachable' }])
    shop().passTime(DAY_MS)
    await settle()
    expect(await operations('refund')).toMatchObject([{ state: 'done' }])
    expect(await refunded(reference)).toHaveLength(1)
  })

  test('ends after three days with only a look: it is not sent again if it was not made', async () => {
    const reference = await charged()
    await ask(reference, 5000)
    await gateway().fail({ match: REFUND, answer: 'cut', commit: false, times: 1 })
    await settle()
    shop().passTime(4 * DAY_MS)
    await settle()
    expect(await operations('refund')).toMatchObject([{ state: 'rejected' }])
    expect(await refunded(reference)).toEqual([])
  })
})
