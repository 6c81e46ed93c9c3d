import { randomUUID } from 'node:crypto'
import { DAY_MS } from '@shop/contract/durations'
import { describe, expect } from 'vitest'
import { eachPlacingShop, sharedGateway } from '../../tests/gateway/shops/placing-hooks.ts'
import { BOTH_ENGINES } from '../testing/servers/engines.ts'
import { testsOn } from '../testing/tests-on.ts'
import { compareNightly } from './reconcile.ts'

const gateway = sharedGateway()

describe.each(BOTH_ENGINES)('payments that are older than what is compared every night, on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const shop = eachPlacingShop(engine, gateway, 50)
  const compare = () => compareNightly(shop.worker, new AbortController().signal)

  async function charge(): Promise<string> {
    await shop.place(await shop.buildBody())
    const { reference, gateway_id } = await shop.store.database
      .selectFrom('payments')
      .selectAll()
      .executeTakeFirstOrThrow()
    const request = { reference, transactionId: gateway_id, cents: 15_800 }
    await shop.worker.payments.capture({ provider: 'braintree', ...request, operationId: randomUUID() })
    await gateway.settle()
    await compare()
    return gateway_id
  }
  async function compareNights(count: number): Promise<void> {
    for (let night = 0; night < count; night += 1) {
      shop.passTime(DAY_MS)
      await compare()
    }
  }

  onBoth('are looked up once a week, which finds a dispute without a webhook', async () => {
    const id = await charge()
    shop.passTime(40 * DAY_MS)
    await gateway.dispute({ transactionId: id, id: 'd40', status: 'open', cents: 15_800, replyBy: '2027-01-20' })
    await gateway.clear()
    await compareNights(7)
    const { database } = shop.store
    expect(await database.selectFrom('disputes').select(['dispute_id', 'state']).execute()).toEqual([
      { dispute_id: 'd40', state: 'open' },
    ])
    const alerts = await database.selectFrom('outbox').select('text').where('kind', '=', 'payment-alert').execute()
    expect(alerts.filter(({ text }) => text?.includes('has reversed $158.00 for'))).toHaveLength(1)
    const looks = (await gateway.requests()).filter(({ path }) => path.endsWith(`/transactions/${id}`))
    expect(looks).toHaveLength(1)
  })

  test('are no longer looked up after half a year', async () => {
    await charge()
    shop.passTime(190 * DAY_MS)
    await gateway.clear()
    await compareNights(7)
    expect((await gateway.requests()).filter(({ method }) => method === 'GET')).toEqual([])
  })

  onBoth('that cannot be looked up are logged, and do not end the comparison', async () => {
    const id = await charge()
    shop.passTime(40 * DAY_MS)
    await gateway.fail({ match: `GET .*/transactions/${id}`, answer: { status: 503 }, times: 10 })
    await compareNights(7)
    expect(shop.logged()).toContain('an older payment could not be looked up')
  })
})
