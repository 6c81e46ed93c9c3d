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

/** While others change products. */
const MAX_COMPARISONS = 3

/** Retries while others change products, when `attempt` returns `null`. `version` is the one compared with. */
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

/** For the audit log; `null` for none. */
export type TakenDifferences = { before: WrittenJson; after: WrittenJson } | null

/** With stocks that have changed since the comparison. */
type Taken = { differences: TakenDifferences; overtaken: TakenStock[] }

/**
 * Writes a change of thousands of products, all or nothing: staged in parts, with others writing in between, then taken
 * by one short transaction, `write`. If the process dies, only staged rows are left, removed the day after. `null` when
 * products have changed since the comparison.
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
    // It fails too when the database is away; old ones are removed daily.
    await removeStaged(database, staging.import_id).catch(() => {})
  }
}

/** Stages an undo's change. `onOvertaken` gets stocks that have changed since. */
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
