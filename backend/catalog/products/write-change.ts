import type { ChangeContext } from '../../admin/audit/audit.repository.ts'
import type { WrittenJson } from '../../admin/audit/canonical-json.ts'
import type { PreparedUndo } from '../../admin/audit/undo-change.ts'
import { bumpCatalogVersion, readProductsVersion } from '../../platform/database/catalog-version/catalog-version.ts'
import { OvertakenError, unlessOvertaken } from '../../platform/database/conflicts.ts'
import { type Database, inTransaction, type Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { unpack } from '../../platform/lib/packed.ts'
import { type ChangedProduct, hasOtherPictures, type PackedChange } from './pack-change.ts'
import { withPresentStocks, writeDifferences } from './product-states.ts'
import { findProducts } from './products.repository.ts'
import {
  newStaging,
  removeStaged,
  type Staging,
  stageProducts,
  type TakenStock,
  takeStaged,
} from './staged-products.repository.ts'

/** Times that a change is compared with the products while others change them. */
const MAX_COMPARISONS = 3

/**
 * Has a change compared and written, again where others have changed products in between: then `attempt` returns `null`.
 * `version` is that of the products which it is compared with.
 */
export async function untilCurrent<Result>(
  database: Database,
  advice: string,
  attempt: (version: number) => Promise<Result | null>,
): Promise<Result> {
  for (let tried = 0; tried < MAX_COMPARISONS; tried += 1) {
    const result = await attempt(await readProductsVersion(database))
    if (result !== null) return result
  }
  throw new AppError('conflict', `Others changed products at the same time. ${advice}`)
}

/** The differences that a change makes, for the log; `null` where that is nothing. */
export type TakenDifferences = { before: WrittenJson; after: WrittenJson } | null

/** With the stocks that others have changed since the comparison. */
type Taken = { differences: TakenDifferences; overtaken: TakenStock[] }

/**
 * Writes a change of thousands of products, all of it or nothing. They are staged in parts, and others can write in between;
 * one short transaction takes them. A process that dies leaves nothing but staged rows, which are removed the day after. `write`
 * is that transaction; its `take` takes them, and is told the products that it has deleted with another stock. Returns `null` where the products are no longer those that
 * the change was compared with.
 */
export async function writeChange<Result>(
  { database, clock }: Pick<ChangeContext, 'database' | 'clock'>,
  change: PackedChange,
  version: number,
  write: (trx: Trx, take: (deleted?: readonly TakenStock[]) => Promise<Taken>) => Promise<Result>,
): Promise<Result | null> {
  const staging = newStaging(clock())
  try {
    await stageChange(database, staging, change)
    const transaction = inTransaction(database, async (trx) => {
      await bumpCatalogVersion(trx)
      if ((await readProductsVersion(trx)) !== version + 1) throw new OvertakenError()
      return write(trx, (deleted) => takeChange(trx, staging, { change, deleted }))
    })
    return await unlessOvertaken(transaction)
  } finally {
    // Where the database is away this fails as well, and is made up for later.
    await removeStaged(database, staging.import_id).catch(() => {})
  }
}

/** Stages a change that an undo makes, for its transaction to take. `onOvertaken` is told stocks that have changed since. */
export async function prepareChange(
  { database, clock }: Pick<ChangeContext, 'database' | 'clock'>,
  change: PackedChange,
  version: number,
  onOvertaken: (stocks: readonly TakenStock[]) => void,
): Promise<PreparedUndo> {
  const staging = newStaging(clock())
  const discard = () => removeStaged(database, staging.import_id).catch(() => {})
  try {
    await stageChange(database, staging, change)
  } catch (error) {
    await discard()
    throw error
  }
  return {
    isCurrent: async (trx) => (await readProductsVersion(trx)) === version + 1,
    write: (trx) => takeStaged(trx, staging, change, onOvertaken),
    discard,
  }
}

async function stageChange(database: Database, staging: Staging, { parts, places }: PackedChange): Promise<void> {
  const waiting = places.values()
  for (const part of unpack<ChangedProduct[]>(parts)) {
    const products = part.map((changed) => {
      const { before, after: product } = changed
      const stock_change = before === null ? 0 : product.stock_quantity - before.stock_quantity
      return { place: waiting.next().value ?? 0, stock_change, product, pictures: hasOtherPictures(changed) }
    })
    await stageProducts(database, staging, products)
  }
}

async function takeChange(
  trx: Trx,
  staging: Staging,
  { change, deleted = [] }: { change: PackedChange; deleted?: readonly TakenStock[] | undefined },
): Promise<Taken> {
  const overtaken = [...deleted]
  await takeStaged(trx, staging, change, (stocks) => overtaken.push(...stocks))
  const { differences } = change
  if (differences === null) return { differences, overtaken }
  const ids = overtaken.map(({ product_id }) => product_id)
  const logged =
    ids.length === 0 ? differences : withPresentStocks(differences, overtaken, await findProducts(trx, ids))
  return { differences: writeDifferences(logged), overtaken }
}
