import { contactCalls } from '@shop/contract/contact/calls'
import { DAY_MS } from '@shop/contract/durations'
import { afterEach, expect, test } from 'vitest'
import { BOTH_ENGINES } from '../../testing/servers/engines.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { checkClock } from './check-clock.ts'

let shop: TestShop
afterEach(() => shop.close())

const HOUR_MS = DAY_MS / 24

test.each(BOTH_ENGINES)(
  'a clock that is wrong is found by what is stored, and by that of the database, on %s',
  async (engine) => {
    shop = await openTestShop(engine)
    const { database } = shop.store
    const codesAt = async (ahead: number) => {
      const clock = () => new Date(Date.now() + ahead)
      const settings = { databaseUrl: engine === 'postgres' ? 'postgres://localhost/shop' : null }
      return (await checkClock({ database, settings, clock })).map(({ code }) => code)
    }
    const ofDatabase = engine === 'postgres' ? ['clock_differs'] : []
    expect(await codesAt(0)).toEqual([])
    expect(await codesAt(DAY_MS)).toEqual(ofDatabase)
    expect(await codesAt(-365 * DAY_MS)).toEqual(ofDatabase)
    const body = {
      firstName: 'Ada',
      lastName: 'L',
      email: 'a@b.example',
      reason: 'Feedback',
      message: 'A bag.',
    } as const
    await shop.call(contactCalls.contactUs, { body })
    expect(await codesAt(0)).toEqual([])
    expect(await codesAt(-HOUR_MS)).toEqual([...ofDatabase, 'clock_behind'])
  },
)
