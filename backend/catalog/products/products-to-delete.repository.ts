import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { bumpCatalogVersion } from '../../platform/database/catalog-version/catalog-version.ts'
import { type Database, inTransaction, type Trx } from '../../platform/database/database.ts'
import { chunksOf } from '../../platform/database/queries.ts'
import { createErrorLog, describeError } from '../../platform/http/errors/error-log.ts'
import { repeat } from '../../platform/lib/repeat.ts'
import type { StoredProduct } from '../catalog.repository.ts'
import { deleteProducts, listBeingPaid, listSold } from './products.repository.ts'

/** Milliseconds between rounds; below, between log lines while every round fails. */
const INTERVAL = 60_000
const ERROR_PERIOD = 60 * 60_000
/** Products that one transaction deletes, so that others can write in between. */
const PART = 200

type Noted = Pick<StoredProduct, 'product_id' | 'version'>

/** Deletes what an undo whose process has died has left, until closed. Several nodes may each run one. */
export function startDeletingNoted({ database, log }: { database: Database; log: Pick<FastifyBaseLogger, 'error'> }): {
  close: () => Promise<void>
} {
  const errorLog = createErrorLog(ERROR_PERIOD)
  const loop = repeat(
    async () => void (await deleteNoted(database)),
    INTERVAL,
    (error) => errorLog.report(log, {}, describeError(error), 'products that an undo removes could not be deleted'),
  )
  return {
    close: async () => {
      await loop.close()
      errorLog.close()
    },
  }
}

/** Notes products of the shop that are to be deleted. */
export async function noteToDelete(trx: Trx, products: readonly Noted[]): Promise<void> {
  for (const some of chunksOf(products)) {
    const rows = some.map(({ product_id, version }) => ({ product_id, version }))
    await trx.insertInto('products_to_delete').values(rows).execute()
  }
}

/** Deletes what is noted, in parts, but for products that somebody has changed or bought since. Returns how many. */
export async function deleteNoted(database: Database): Promise<number> {
  for (let deleted = 0; ; ) {
    const part = await database.selectFrom('products_to_delete').selectAll().orderBy('product_id').limit(PART).execute()
    if (part.length === 0) return deleted
    deleted += await inTransaction(database, (trx) => deletePart(trx, part))
    // Statements of SQLite run in this thread.
    await nextTurn()
  }
}

async function deletePart(trx: Trx, part: readonly Noted[]): Promise<number> {
  await bumpCatalogVersion(trx)
  const ids = part.map(({ product_id }) => product_id)
  // Waits for those who buy one of them at the moment.
  const present = await trx
    .updateTable('products')
    .set((row) => ({ version: row.ref('version') }))
    .where('product_id', 'in', ids)
    .returning(['product_id', 'version'])
    .execute()
  const versions = new Map(part.map(({ product_id, version }) => [product_id, version]))
  const kept = new Set([
    ...(await listSold(trx, ids)).map(({ product_id }) => product_id),
    ...(await listBeingPaid(trx, ids)),
  ])
  const untouched = present.filter(
    ({ product_id, version }) => versions.get(product_id) === version && !kept.has(product_id),
  )
  await deleteProducts(
    trx,
    untouched.map(({ product_id }) => product_id),
  )
  await trx.deleteFrom('products_to_delete').where('product_id', 'in', ids).execute()
  return untouched.length
}
