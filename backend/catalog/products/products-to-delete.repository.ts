import { setImmediate as nextTurn } from 'node:timers/promises'
import { HOUR_MS, MINUTE_MS } from '@shop/contract/durations'
import type { FastifyBaseLogger } from 'fastify'
import { bumpCatalogVersion } from '../../platform/database/catalog-version/catalog-version.ts'
import { type Database, inTransaction, type Trx } from '../../platform/database/database.ts'
import { chunksOf } from '../../platform/database/queries.ts'
import { createErrorLog, describeError } from '../../platform/http/errors/error-log.ts'
import { repeat } from '../../platform/lib/repeat.ts'
import type { StoredProduct } from '../catalog.repository.ts'
import { deleteProducts, listBeingPaid, listSold } from './products.repository.ts'

/** Milliseconds; below, between log lines while every round fails. */
const ROUND_INTERVAL_MS = MINUTE_MS
const ERROR_LOG_INTERVAL_MS = HOUR_MS
/** Others can write in between. */
const PRODUCTS_PER_PART = 200

type Noted = Pick<StoredProduct, 'product_id' | 'version'>

/** Deletes what an interrupted undo left. Several nodes may each run one. */
export function startDeletingNoted({ database, log }: { database: Database; log: Pick<FastifyBaseLogger, 'error'> }): {
  close: () => Promise<void>
} {
  const errorLog = createErrorLog(ERROR_LOG_INTERVAL_MS)
  const loop = repeat(
    async () => void (await deleteNoted(database)),
    ROUND_INTERVAL_MS,
    (error) => errorLog.report(log, {}, describeError(error), 'products that an undo removes could not be deleted'),
  )
  return {
    close: async () => {
      await loop.close()
      errorLog.close()
    },
  }
}

/** Turns products into drafts and marks them for deletion. `requireUnsold` runs once they are locked. */
export async function withdrawToDelete<Product extends Noted>(
  trx: Trx,
  products: readonly Product[],
  requireUnsold: (some: readonly Product[]) => Promise<void>,
): Promise<void> {
  for (const some of chunksOf(products)) {
    const ids = some.map(({ product_id }) => product_id)
    // Waits for current buyers.
    await trx
      .updateTable('products')
      .set((row) => ({ status: 'draft', version: row('version', '+', 1) }))
      .where('product_id', 'in', ids)
      .execute()
    await requireUnsold(some)
    const rows = some.map(({ product_id, version }) => ({ product_id, version: version + 1 }))
    await trx.insertInto('products_to_delete').values(rows).execute()
  }
}

/** Deletes marked products in parts, except those changed or bought since. Returns the count. */
export async function deleteNoted(database: Database): Promise<number> {
  for (let deleted = 0; ; ) {
    const part = await database
      .selectFrom('products_to_delete')
      .selectAll()
      .orderBy('product_id')
      .limit(PRODUCTS_PER_PART)
      .execute()
    if (part.length === 0) return deleted
    deleted += await inTransaction(database, (trx) => deletePart(trx, part))
    // SQLite's statements run in this thread.
    await nextTurn()
  }
}

async function deletePart(trx: Trx, part: readonly Noted[]): Promise<number> {
  await bumpCatalogVersion(trx)
  const ids = part.map(({ product_id }) => product_id)
  // Waits for current buyers.
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
