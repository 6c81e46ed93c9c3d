import { expect, test } from 'vitest'
import { listAudit } from '../../admin/audit/audit.repository.ts'
import { insertOperation } from '../../payments/ledger/payments.repository.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { eachTestStore } from '../../testing/test-hooks.ts'
import { dismissOperation } from './dismiss-operation.ts'

const opened = eachTestStore('sqlite')

test('a request that failed is resolved once, which the log of changes has; one that may still be made is not', async () => {
  const { database } = opened.store
  const by = { database, clock: () => new Date(), actor: 'owner@shop.example' }
  const asked = { reference: '100001-abcdef', kind: 'refund', amount_cents: 500, now: new Date() } as const
  const [failed, due] = await inTransaction(database, async (trx) => [
    await insertOperation(trx, { provider: 'braintree', ...asked, state: 'rejected' }),
    await insertOperation(trx, { provider: 'braintree', ...asked, state: 'due' }),
  ])
  await dismissOperation(by, failed ?? '')
  for (const id of [failed, due, 'unknown'])
    await expect(dismissOperation(by, id ?? '')).rejects.toThrow('Someone has already resolved this.')
  expect(await listAudit(database, {}, 9)).toMatchObject([
    {
      ...{ action: 'payment.dismissed', subject: { kind: 'payment', id: '100001-abcdef' } },
      after: { kind: 'refund', amount_cents: 500 },
    },
  ])
})
