import { LARGE_TAX_PERCENT } from '@shop/contract/tax'
import { canonicalJson } from '../admin/audit/json.ts'
import { nameLastEditor } from '../admin/audit/last-editor.ts'
import type { UndoRule } from '../admin/audit/undo-change.ts'
import { type ChangeContext, writeAudit } from '../admin/audit/write-audit.ts'
import { bumpCatalogVersion } from '../database/catalog-version/catalog-version.ts'
import { inTransaction } from '../database/database.ts'
import { AppError } from '../http/errors/app-error.ts'
import { readTaxTable, replaceTaxTable, type TaxTable } from './checkout.repository.ts'
import { parseStoredTaxTable } from './checkout-files.ts'

const SUBJECT = { kind: 'tax', id: 'rates' } as const

/**
 * Replaces the tax rates with their source and date; the checkout uses them within a second. Throws when the current
 * table is not `seen`, the one that the caller was shown. Returns the audit entry's id, or `null` when nothing differs.
 */
export async function replaceTaxRates(
  { database, clock, actor }: ChangeContext,
  table: TaxTable,
  seen: TaxTable,
  { largeRates = false }: { largeRates?: boolean } = {},
): Promise<number | null> {
  requireUsualRates(table, seen, largeRates)
  return inTransaction(database, async (trx) => {
    await bumpCatalogVersion(trx)
    const before = await readTaxTable(trx)
    if (canonicalJson(before) !== canonicalJson(seen)) {
      const who = await nameLastEditor(trx, [SUBJECT])
      throw new AppError('conflict', `${who} has changed the tax rates meanwhile. Please look at them again.`)
    }
    if (canonicalJson(before) === canonicalJson(table)) return null
    await replaceTaxTable(trx, table)
    return writeAudit(trx, { at: clock(), actor, action: 'tax_rates.replaced', subject: SUBJECT, before, after: table })
  })
}

/** Undo: restores the earlier rates. */
export const undoTaxRates: UndoRule = {
  lock: bumpCatalogVersion,
  readPresent: readTaxTable,
  writeBefore: (trx, { before }) => replaceTaxTable(trx, parseStoredTaxTable(before)),
}

/** A rate of 82 % is one of 8.2 % without its point, unless it is said to be meant. */
function requireUsualRates({ rates }: TaxTable, seen: TaxTable, largeRates: boolean): void {
  const before = new Map(seen.rates.map(({ state, rate_millionths }) => [state, rate_millionths]))
  const large = rates.find(
    ({ state, rate_millionths }) =>
      rate_millionths > LARGE_TAX_PERCENT * 10_000 && before.get(state) !== rate_millionths,
  )
  if (large === undefined || largeRates) return
  const percent = large.rate_millionths / 10_000
  throw new AppError(
    'conflict',
    `${large.state}: ${percent} % is more than ${LARGE_TAX_PERCENT} %. Please confirm that it is meant.`,
  )
}
