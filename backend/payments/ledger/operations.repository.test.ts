import { describe, expect, test } from 'vitest'
import { inTransaction } from '../../platform/database/database.ts'
import { BOTH_ENGINES } from '../../testing/servers/engines.ts'
import { eachTestStore } from '../../testing/test-hooks.ts'
import { claimOperation } from './operations.repository.ts'
import { insertOperation } from './payments.repository.ts'

const NOW = new Date('2026-11-28T12:00:00.000Z')

describe.each(BOTH_ENGINES)('operations of the gateway on %s', (engine) => {
  const opened = eachTestStore(engine)

  test('are claimed by one worker each, however many ask at once', async () => {
    const { database } = opened.store
    const asked = { provider: 'braintree', reference: '100001-abcdef', kind: 'capture', amount_cents: 7900 } as const
    const id = await inTransaction(database, (trx) => insertOperation(trx, { ...asked, state: 'due', now: NOW }))
    const claimed = await Promise.all(Array.from({ length: 4 }, () => claimOperation(database, NOW)))
    expect(claimed.flatMap((operation) => operation?.operation_id ?? [])).toEqual([id])
  })
})
