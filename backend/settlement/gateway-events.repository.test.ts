import { expect, test } from 'vitest'
import { inTransaction } from '../platform/database/database.ts'
import { BOTH_ENGINES, openTestStore } from '../testing/servers/engines.ts'
import { untilWaiting } from '../testing/servers/until-waiting.ts'
import { storeDispute } from './gateway-events.repository.ts'

test.each(BOTH_ENGINES)(
  'a dispute that several nodes store at the same time is new to one of them on %s',
  async (engine) => {
    const { store, close } = await openTestStore(engine)
    const values = { id: 'd7', kind: 'chargeback', reason: 'fraud', status: 'open', cents: 15_800, replyBy: null }
    const row = { ...values, reference: '200001-abcdef', order_id: '200001', now: new Date() }
    const another = () => inTransaction(store.database, (trx) => storeDispute(trx, row))
    const [first, others] = await inTransaction(store.database, async (trx) => {
      const isNew = await storeDispute(trx, row)
      const stored = Promise.all([another(), another(), another()])
      await untilWaiting(store, stored)
      // In a list, since a promise would be waited for within the transaction.
      return [isNew, stored] as const
    })
    expect([first, ...(await others)]).toEqual([true, false, false, false])
    await close()
  },
)
