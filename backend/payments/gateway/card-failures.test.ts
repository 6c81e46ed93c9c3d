import { MINUTE_MS } from '@shop/contract/durations'
import { expect, test } from 'vitest'
import { triedCards } from '../../../tests/gateway/shops/declined-cards.ts'
import { KEYS } from '../../../tests/gateway/start-gateway.ts'
import { checkGateway } from '../../operations/doctor/check-gateway.ts'

const { shop, send, setOrders } = triedCards()

test('card fields that fail ten times in an hour are an advice of the doctor for half a day, and close nothing', async () => {
  const { database } = shop.store
  const report = (remoteAddress: string) =>
    shop.app.inject({ method: 'POST', url: '/api/card-failures', remoteAddress })
  const advice = async () =>
    (await checkGateway({ database, settings: { gateways: [KEYS] }, clock: shop.clock })).map(({ code, severity }) => [
      code,
      severity,
    ])
  for (let index = 0; index < 20; index += 1) expect((await report('10.0.0.9')).statusCode).toBe(index < 10 ? 200 : 429)
  for (const network of [0, 1, 2]) for (const host of [1, 2]) await report(`10.0.${network}.${host}`)
  expect(await advice()).toEqual([])
  await report('10.0.3.1')
  expect(await advice()).toEqual([['card_fields_failed', 'warning']])
  for (let index = 2; index < 99; index += 1) await report(`10.0.3.${index}`)
  expect(shop.logged().match(/card fields failed/g)).toHaveLength(1)
  const counted = await database.selectFrom('rate_limits').select('counted').orderBy('counted', 'desc').execute()
  expect(counted.slice(0, 2)).toEqual([{ counted: 9 }, { counted: 3 }])
  expect((await send('10.0.2.1', 'ada@mail.example')).statusCode).toBe(200)
  shop.passTime(12 * 60 * MINUTE_MS)
  expect(await advice()).toEqual([])
  await setOrders('paused')
  expect((await report('10.0.2.1')).json()).toMatchObject({ error: 'orders_paused' })
})
