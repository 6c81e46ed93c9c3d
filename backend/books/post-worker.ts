import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { lockCounter } from '../platform/database/counters/counters.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import { BATCH_ROWS, readInBatches } from '../platform/database/queries.ts'
import { createErrorLog, describeError } from '../platform/http/errors/error-log.ts'
import { addDays, localDay } from '../platform/lib/days/local-day.ts'
import { repeat } from '../platform/lib/repeat.ts'
import { findWronglyListed } from './ledger/orders-to-refund.repository.ts'
import { postOrders } from './ledger/post-orders.ts'

/** Milliseconds between rounds; below, between log lines while every round fails. */
const ROUND_INTERVAL_MS = 60_000
const ERROR_LOG_INTERVAL_MS = 60 * 60_000
/** During an update, processes of the earlier version write no rows, so orders of these days are read again. */
const RECENT_DAYS = 31

/** Writes the missing rows of orders once a minute, until closed. Several nodes may each run one. */
export function startPosting({
  database,
  log,
}: {
  database: Database
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
}): { close: () => Promise<void> } {
  const errorLog = createErrorLog(ERROR_LOG_INTERVAL_MS)
  const ending = new AbortController()
  let posted = ''
  const loop = repeat(
    async () => {
      await postWaiting(database, ending.signal)
      const today = localDay(new Date())
      if (posted !== today) await postAgain(database, addDays(today, -RECENT_DAYS), ending.signal)
      posted = today
    },
    ROUND_INTERVAL_MS,
    (error) => {
      if (!ending.signal.aborted)
        errorLog.report(log, {}, describeError(error), 'the rows of orders could not be written')
    },
  )
  return {
    close: async () => {
      ending.abort()
      await loop.close()
      errorLog.close()
    },
  }
}

/** Writes the rows of all older orders; can be stopped and continued. Returns the number of rows. */
export async function postWaiting(database: Database, signal?: AbortSignal): Promise<number> {
  for (let posted = 0; ; ) {
    signal?.throwIfAborted()
    const count = await inTransaction(database, async (trx) => {
      await lockCounter(trx, 'books')
      const next = trx.selectFrom('orders_to_post').select('order_id').orderBy('order_id').limit(BATCH_ROWS)
      const ids = (await next.execute()).map(({ order_id }) => order_id)
      if (ids.length === 0) return 0
      await postOrders(trx, ids)
      await trx.deleteFrom('orders_to_post').where('order_id', 'in', ids).execute()
      return ids.length
    })
    if (count === 0) return posted
    posted += count
    await nextTurn()
  }
}

/**
 * Reads the orders since a day again and writes missing rows; of older ones, those whose entry in `orders_to_refund` is
 * wrong. Returns the number of rows.
 */
export async function postAgain(database: Database, from: string, signal?: AbortSignal): Promise<number> {
  const added = await postSince(database, from, signal)
  return added + (await postWronglyListed(database, signal))
}

async function postWronglyListed(database: Database, signal?: AbortSignal): Promise<number> {
  let added = 0
  for await (const ids of findWronglyListed(database)) added += await postIds(database, ids, signal)
  return added
}

async function postSince(database: Database, from: string, signal?: AbortSignal): Promise<number> {
  let added = 0
  const batches = readInBatches<Dated>((after, limit) =>
    listDated(database, after ?? { order_date: from, order_id: '' }, limit),
  )
  for await (const rows of batches) {
    const ids = rows.map(({ order_id }) => order_id)
    added += await postIds(database, ids, signal)
  }
  return added
}

type Dated = { order_date: string; order_id: string }

function listDated(database: Database, { order_date, order_id }: Dated, limit: number): Promise<Dated[]> {
  return database
    .selectFrom('orders')
    .select(['order_id', 'order_date'])
    .where((row) => row(row.refTuple('order_date', 'order_id'), '>', row.tuple(order_date, order_id)))
    .orderBy('order_date')
    .orderBy('order_id')
    .limit(limit)
    .execute()
}

async function postIds(database: Database, ids: readonly string[], signal?: AbortSignal): Promise<number> {
  signal?.throwIfAborted()
  return ids.length === 0 ? 0 : inTransaction(database, (trx) => postOrders(trx, ids))
}
