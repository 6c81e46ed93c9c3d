import { adminEntrance, adminSession } from '@shop/contract/access/session'
import { adminSettings } from '@shop/contract/settings/admin'
import { DEFAULT_TIME_ZONE } from '@shop/contract/settings/time-zone'
import { afterEach, expect, test } from 'vitest'
import { inviteFirstOwner } from '../../admin/owners/invites.ts'
import { insertRefunds } from '../../books/ledger/refunds.repository.ts'
import { checkDays } from '../../operations/doctor/check-days.ts'
import { signInAs, visitAdmin } from '../../testing/admin-visitor.ts'
import { callsOfOrders } from '../../testing/orders/order-calls.ts'
import { eachTestShop } from '../../testing/test-hooks.ts'
import { inTransaction } from '../database/database.ts'
import { localDay } from '../lib/days/local-day.ts'
import { setShopZone, shopZone } from '../lib/days/shop-zone.ts'
import { getShopSettings, updateShopSettings } from './shop-settings.repository.ts'

const shop = eachTestShop('sqlite')
const { place } = callsOfOrders(() => shop)

afterEach(() => {
  setShopZone(DEFAULT_TIME_ZONE)
})

const KIRITIMATI = 'Pacific/Kiritimati'
/** Thursday evening in New York, Friday in Greenwich and on Kiritimati. */
const EVENING = new Date('2026-11-27T02:30:00Z')

test('the zone of the shop is changed while it runs: its days follow at once', async () => {
  const owner = await signInAs(shop, 'owner')
  expect([shopZone(), localDay(EVENING)]).toEqual([DEFAULT_TIME_ZONE, '2026-11-26'])
  const body = { wanted: { timeZone: KIRITIMATI }, seen: { timeZone: DEFAULT_TIME_ZONE } }
  expect((await owner.call(adminSettings.changeSettings, body)).statusCode).toBe(200)
  expect([shopZone(), localDay(EVENING)]).toEqual([KIRITIMATI, '2026-11-27'])
  expect((await owner.call(adminSession.getSession)).json().time_zone).toBe(KIRITIMATI)
})

test.each(['Boston', '-05:00', '', 'America/new york'])('"%s" is refused beside its field', async (timeZone) => {
  const owner = await signInAs(shop, 'owner')
  const response = await owner.call(adminSettings.changeSettings, { wanted: { timeZone }, seen: {} })
  expect([response.statusCode, response.json().details[0]]).toEqual([
    400,
    { field: 'wanted.timeZone', message: 'must be a time zone such as America/New_York' },
  ])
  expect(shopZone()).toBe(DEFAULT_TIME_ZONE)
})

test('a change by another process is followed with the version of the catalog', async () => {
  const { database } = shop.store
  await inTransaction(database, async (trx) => {
    await trx
      .updateTable('catalog_meta')
      .set((row) => ({ version: row('version', '+', 1) }))
      .where('id', '=', 'catalog')
      .execute()
    await updateShopSettings(trx, { timeZone: KIRITIMATI })
  })
  await expect.poll(shopZone).toBe(KIRITIMATI)
})

test('the first owner is asked where the shop is, and no one else', async () => {
  const { database } = shop.store
  const invite = await inviteFirstOwner({ database, clock: shop.clock })
  const token = invite?.path.split('#')[1] ?? ''
  const visitor = visitAdmin(shop.app)
  expect((await visitor.call(adminEntrance.checkInvite, { token })).json().time_zone).toBe(DEFAULT_TIME_ZONE)
  const person = { token, name: 'Ada', email: 'ada@shop.example', password: 'seams hold for forty years' }
  const refused = await visitor.call(adminEntrance.acceptInvite, { ...person, time_zone: 'Boston' })
  expect([refused.statusCode, refused.json().details[0].field]).toEqual([400, 'time_zone'])
  const accepted = await visitor.call(adminEntrance.acceptInvite, { ...person, time_zone: 'America/Denver' })
  expect([accepted.statusCode, (await getShopSettings(database)).timeZone]).toEqual([200, 'America/Denver'])
  expect(shopZone()).toBe('America/Denver')
})

test('the doctor says when days that are stored are those of another zone, and they stay', async () => {
  const { database } = shop.store
  await place({ order_id: '700001' })
  const refund = { order_id: '700001', amount_cents: 100, note: '', operation_id: null, return_id: null }
  const refundAt = (refund_id: string, refunded_at: Date) =>
    inTransaction(database, (trx) =>
      insertRefunds(trx, [{ ...refund, refund_id, refunded_at: refunded_at.toISOString() }]),
    )
  await refundAt('R1', EVENING)
  expect(await checkDays(database)).toEqual([])
  setShopZone('UTC')
  expect(await checkDays(database)).toMatchObject([
    {
      code: 'days_differ',
      text: '1 day of an order or refund is from another time zone than the shop’s, UTC. For example, refund R1 of 2026-11-27T02:30:00.000Z is dated 2026-11-26.',
    },
  ])
  const row = await database.selectFrom('order_refunds').select('refunded_on').executeTakeFirstOrThrow()
  expect(row.refunded_on).toBe('2026-11-26')
})
