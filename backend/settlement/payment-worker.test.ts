import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createPayments } from '../payments/create-payments.ts'
import type { Sought } from '../payments/gateway/payments.ts'
import { insertOperation } from '../payments/ledger/payments.repository.ts'
import { inTransaction } from '../platform/database/database.ts'
import { openTestStore } from '../testing/servers/engines.ts'
import { settleDueOperations } from './payment-worker.ts'

test('ten payments are settled at once, and of one payment one thing after the other', async () => {
  const { store, close } = await openTestStore('sqlite')
  const { database } = store
  const now = new Date()
  const references = Array.from({ length: 15 }, (_, index) => `200${100 + index}-k7f3q2`)
  await inTransaction(database, async (trx) => {
    for (const reference of references) {
      for (const kind of ['capture', 'refund'] as const) {
        await insertOperation(trx, { provider: 'braintree', reference, kind, amount_cents: 1, state: 'due', now })
      }
    }
  })
  const asked: string[] = []
  let answer: () => void = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const payments = {
    ...createPayments({ gateways: [] }, () => {}),
    find: async ({ reference }: Sought) => {
      asked.push(reference)
      await answered
      return { outcome: 'unknown', cause: 'a test' } as const
    },
  }
  const log = pino({ level: 'silent' })
  const toFamily = () => ({ to: 'maker@shop.example', url: 'https://shop.example' })
  const settled = settleDueOperations({ database, clock: () => now, payments, log, toFamily })
  await expect.poll(() => asked.length).toBe(10)
  expect(new Set(asked).size).toBe(10)
  answer()
  expect(await settled).toBe(30)
  await close()
})
