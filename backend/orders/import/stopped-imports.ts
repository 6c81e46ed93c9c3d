import type { FastifyBaseLogger } from 'fastify'
import { type Database, inTransaction } from '../../platform/database/database.ts'
import { createErrorLog, describeError } from '../../platform/http/errors/error-log.ts'
import { repeat } from '../../platform/lib/repeat.ts'
import { closeImport, deleteUntouched, listStoppedImports, renewImport } from './imports.repository.ts'

/** Milliseconds between rounds; below, between log lines while every round fails. */
const INTERVAL = 60_000
const ERROR_PERIOD = 60 * 60_000
/** Milliseconds without a part after which nobody writes an import any longer: its process died. */
const STOPPED_AFTER = 2 * 60_000
/** Orders that one transaction deletes. */
const PART = 200

type Context = { database: Database; clock: () => Date; log: Pick<FastifyBaseLogger, 'warn' | 'error'> }

/** Removes imports that stopped half way, until closed. Several nodes may each run one. */
export function startRemovingStopped(context: Context): { close: () => Promise<void> } {
  const errorLog = createErrorLog(ERROR_PERIOD)
  const loop = repeat(
    () => removeStoppedImports(context),
    INTERVAL,
    (error) => errorLog.report(context.log, {}, describeError(error), 'an import that stopped could not be removed'),
  )
  return {
    close: async () => {
      await loop.close()
      errorLog.close()
    },
  }
}

export async function removeStoppedImports({ database, clock, log }: Context): Promise<void> {
  const before = new Date(clock().getTime() - STOPPED_AFTER).toISOString()
  for (const { import_id, renewed_at } of await listStoppedImports(database, before)) {
    const orders = await removeImport(database, import_id, renewed_at, clock)
    if (orders === null) continue
    log.warn({ import_id, orders }, 'an import of orders had stopped half way: its orders were removed again')
  }
}

/**
 * Removes what an import has written so far, in parts, but for orders that somebody has changed since. Returns how many;
 * `null` where somebody else goes on with it.
 */
export async function removeImport(
  database: Database,
  importId: string,
  renewedAt: string,
  clock: () => Date,
): Promise<number | null> {
  let [before, removed] = [renewedAt, 0]
  for (;;) {
    const at = clock().toISOString()
    const count = await inTransaction(database, async (trx) => {
      if (!(await renewImport(trx, importId, before, at))) return null
      const deleted = await deleteUntouched(trx, importId, PART)
      // A part may be short although more is left: an order that somebody has just changed is left out of it.
      if (deleted === 0) await closeImport(trx, importId)
      return deleted
    })
    if (count === null) return null
    removed += count
    if (count === 0) return removed
    before = at
  }
}
