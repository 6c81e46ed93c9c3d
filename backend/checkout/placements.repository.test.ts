import { MINUTE_MS } from '@shop/contract/durations'
import { describe, expect, test } from 'vitest'
import { eachPlacingShop, sharedGateway } from '../../tests/gateway/shops/placing-hooks.ts'
import { inTransaction } from '../platform/database/database.ts'
import { BOTH_ENGINES } from '../testing/servers/engines.ts'
import { lockCounts, untilWaiting } from '../testing/servers/until-waiting.ts'
import { eachTestStore } from '../testing/test-hooks.ts'
import { countPlacements, findDeclineAlarm, type Placement, raiseDeclineAlarm } from './placements.repository.ts'

const SALE = 'POST .*/transactions'

describe.each(BOTH_ENGINES)('placements on %s', (engine) => {
  const gateway = sharedGateway()
  const shop = eachPlacingShop(engine, gateway, 1000)

  test('of two of one address at once, which holds two, one is asked for: each sees those before it', async () => {
    // Held until their answers are known.
    await gateway.fail({ match: SALE, answer: 'cut', times: 4 })
    const bodies = await Promise.all(Array.from({ length: 4 }, () => shop.buildBody()))
    const held = await Promise.all(bodies.slice(0, 2).map((body) => shop.place(body)))
    const { answers } = await inTransaction(shop.store.database, async (trx) => {
      await lockCounts(trx)
      const both = Promise.all(bodies.slice(2).map((body) => shop.place(body)))
      await untilWaiting(shop.store, both, 2)
      return { answers: both }
    })
    expect([...held, ...(await answers)].map(({ statusCode }) => statusCode).toSorted()).toEqual([202, 202, 202, 429])
  })

  test('are counted with those that were declined, and without those that no bank was asked about', async () => {
    const { database } = shop.store
    await shop.place(await shop.buildBody())
    const [placed] = await database.selectFrom('placements').selectAll().execute()
    if (placed === undefined) throw new Error('nothing was placed')
    const copy = (state: Placement['state'], key: string) => ({
      ...placed,
      state,
      placement_key: key,
      reference: key,
      order_id: key,
    })
    const copies = [copy('declined', 'a'), copy('declined', 'b'), copy('failed', 'c')]
    await database.insertInto('placements').values(copies).execute()
    const counted = await countPlacements(database, { since: '2000-01-01', until: shop.clock() })
    expect(counted).toEqual({ declined: 2, all: 3 })
  })
})

describe('the alarm about declined cards', () => {
  const opened = eachTestStore('sqlite')

  test('requests whose clocks differ a little raise the alarm once, and it ends after half an hour', async () => {
    const { database } = opened.store
    const now = new Date()
    const earlier = new Date(now.getTime() - 1)
    const raise = (at: Date) => inTransaction(database, (trx) => raiseDeclineAlarm(trx, at))
    expect([await raise(now), await raise(earlier)]).toEqual([true, false])
    expect(await findDeclineAlarm(database, earlier)).not.toBeNull()
    expect(await findDeclineAlarm(database, new Date(now.getTime() + 31 * MINUTE_MS))).toBeNull()
  })
})
