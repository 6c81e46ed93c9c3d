import { DAY_MS } from '@shop/contract/durations'
import { afterEach, expect, test } from 'vitest'
import { BOTH_ENGINES } from '../../testing/servers/engines.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { checkClock } from './check-clock.ts'

let shop: TestShop
afterEach(() => shop.close())

const HOUR_MS = DAY_MS / 24

test.each(BOTH_ENGINES)(
  'a clock that is wrong is found by the last change, and by that of the database, on %s',
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
    const changeAt = (id: number, at: string) => {
      const subject = { subject_kind: 'setting', subject_id: 'name', before: '1', after: '2' } as const
      return database
        .insertInto('audit_log')
        .values({ id, at, actor: 'ada', action: 'x', ...subject })
        .execute()
    }
    await changeAt(1_000_001, '2099-01-01T00:00:00.000Z')
    expect(await codesAt(0)).toEqual(['clock_behind'])
    await changeAt(1_000_002, new Date().toISOString())
    expect(await codesAt(0)).toEqual([])
    expect(await codesAt(-HOUR_MS)).toEqual([...ofDatabase, 'clock_behind'])
  },
)
