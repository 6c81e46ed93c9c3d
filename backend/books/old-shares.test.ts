import { prorate } from '@shop/contract/money'
import { MAX_ORDER_CENTS } from '@shop/contract/order-totals'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { ENGINES } from '../testing/servers/engines.ts'
import { sharedTestStore } from '../testing/test-hooks.ts'
import { prorateSql } from './old-shares.ts'

describe.each(ENGINES)('on %s', (engine) => {
  const opened = sharedTestStore(engine)

  test.each([
    // The half of one cent, a hair less, and three parts that come to the whole.
    [1, 1, 2],
    [1, 499_999_999, 1_000_000_000],
    [1000, 1, 3],
    [1000, 2, 3],
    [1000, 3, 3],
    [0, 1, 3],
    [MAX_ORDER_CENTS, MAX_ORDER_CENTS - 1, MAX_ORDER_CENTS],
  ])('the part of %i that is %i of %i is in SQL what it is in the shop', async (amount, part, whole) => {
    const share = prorateSql(sql.lit(amount), sql.lit(part), sql.lit(whole))
    const { rows } = await sql<{ share: number | string }>`select ${share} as share`.execute(opened.store.database)
    expect(Number(rows[0]?.share)).toBe(prorate(amount, part, whole))
  })
})
