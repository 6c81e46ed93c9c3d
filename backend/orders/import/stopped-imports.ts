import type { FastifyBaseLogger } from 'fastify'
import { type Database, inTransaction } from '../../platform/database/database.ts'
import { createErrorLog, describeError } from '../../platform/http/errors/error-log.ts'
import { latestPlausible } from '../../platform/lib/days/time.ts'
import { repeat } from '../../platform/lib/repeat.ts'
import { closeImport, deleteUntouched, hasUntouched, listStoppedImports, renewImport } from './imports.repository.ts'

/** Milliseconds between rounds; below, between log lines while every round fails. */
const ROUND_INTERVAL_MS = 60_000
const ERROR_LOG_INTERVAL_MS = 60 * 60_000
/** Milliseconds since the last part after which an import counts as stopped, because its process died. */
const STOPPED_AFTER_MS = 2 * 60_000
/** Orders per transaction. */
const ORDERS_PER_PART = 200

type Context = { database: Database; clock: () => Date; log: Pick<FastifyBaseLogger, 'warn' | 'error'> }

/** Removes stopped imports until closed. Several nodes may each run one. */
export function startRemovingStopped(context: Context): { close: () => Promise<void> } {
  const errorLog = createErrorLog(ERROR_LOG_INTERVAL_MS)
  const ending = new AbortController()
  const loop = repeat(
    () => removeStoppedImports(context, ending.signal),
    ROUND_INTERVAL_MS,
    (error) => {
      if (!ending.signal.aborted)
        errorLog.report(context.log, {}, describeError(error), 'an import that stopped could not be removed')
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

export async function removeStoppedImports({ database, clock, log }: Context, signal?: AbortSignal): Promise<void> {
  const now = clock()
  const before = new Date(now.getTime() - STOPPED_AFTER_MS).toISOString()
  for (const { import_id, renewed_at } of await listStoppedImports(database, before, latestPlausible(now))) {
    const orders = await removeImport({ database, clock }, { import_id, renewed_at }, signal)
    if (orders === null) continue
    log.warn(
      { import_id, orders },
      'an import of orders, or the undo of one, had stopped half way: its orders were removed',
    )
  }
}

/** Removes an import's unchanged orders in parts. Returns how many; `null` if another process continues it. */
export async function removeImport(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  { import_id, renewed_at }: { import_id: string; renewed_at: string },
  signal?: AbortSignal,
): Promise<number | null> {
  let [before, removed] = [renewed_at, 0]
  for (;;) {
    signal?.throwIfAborted()
    const at = clock().toISOString()
    const count = await inTransaction(database, async (trx) => {
      if (!(await renewImport(trx, import_id, before, at))) return null
      const deleted = await deleteUntouched(trx, import_id, ORDERS_PER_PART)
      // A part skips orders that were just changed, so a short one may not be the last.
      const isGone = !(await hasUntouched(trx, import_id))
      if (isGone) await closeImport(trx, import_id)
      return { deleted, isGone }
    })
    if (count === null) return null
    removed += count.deleted
    if (count.isGone) return removed
    before = at
  }
}
