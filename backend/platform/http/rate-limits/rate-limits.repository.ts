import type { ExpressionBuilder, Selectable } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { Tables } from '../../database/tables.ts'
import { latestPlausible } from '../../lib/days/time.ts'

type StoredCount = Selectable<RateLimitsTables['rate_limits']>

/** Missing and expired keys are not in the result. */
export function listCounts(database: Database, keyHashes: readonly string[], now: Date): Promise<StoredCount[]> {
  return database
    .selectFrom('rate_limits')
    .selectAll()
    .where('key_hash', 'in', keyHashes)
    .where((row) => row.not(isOver(row, now)))
    .execute()
}

/** Increments a count, or restarts an expired one. Atomic across nodes. */
export function addCount(database: Database, keyHash: string, now: Date, expires: Date): Promise<StoredCount> {
  const until = expires.toISOString()
  return database
    .insertInto('rate_limits')
    .values({ key_hash: keyHash, counted: 1, expires_at: until })
    .onConflict((conflict) =>
      conflict.column('key_hash').doUpdateSet((row) => {
        const over = isOver(row, now)
        return {
          counted: row
            .case()
            .when(over)
            .then(1)
            .else(row('rate_limits.counted', '+', 1))
            .end(),
          expires_at: row.case().when(over).then(until).else(row.ref('rate_limits.expires_at')).end(),
        }
      }),
    )
    .returning(['key_hash', 'counted', 'expires_at'])
    .executeTakeFirstOrThrow()
}

export async function deleteExpiredCounts(database: Database, now: Date): Promise<void> {
  await database
    .deleteFrom('rate_limits')
    .where((row) => isOver(row, now))
    .execute()
}

/** Expired, or written by a wrong clock: it would lock visitors out. */
function isOver(row: ExpressionBuilder<Tables, 'rate_limits'>, now: Date) {
  const end = 'rate_limits.expires_at'
  return row.or([row(end, '<=', now.toISOString()), row(end, '>', latestPlausible(now))])
}

/** Deletes the smallest counts first, then the earliest expiry: making up many keys deletes no count of guesses. */
export async function deleteCountsBeyond(database: Database, max: number): Promise<void> {
  const query = database.selectFrom('rate_limits').select((row) => row.fn.countAll<number | string>().as('count'))
  const surplus = Number((await query.executeTakeFirstOrThrow()).count) - max
  if (surplus <= 0) return
  await database
    .deleteFrom('rate_limits')
    .where('key_hash', 'in', (query) =>
      query.selectFrom('rate_limits').select('key_hash').orderBy('counted').orderBy('expires_at').limit(surplus),
    )
    .execute()
}

type RateLimitsTables = { rate_limits: RateLimitsTable }

declare module '../../database/tables.ts' {
  interface Tables extends RateLimitsTables {}
}

type RateLimitsTable = {
  key_hash: string
  counted: number
  expires_at: string
}
