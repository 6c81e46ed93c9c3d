import { type StateSales, USUAL_THRESHOLD } from '@shop/contract/admin/sales-tax'
import { parseStateCode } from '@shop/contract/tax'
import type { Database } from '../database/database.ts'
import { localDay } from '../lib/local-day.ts'
import { listStateSales, listTaxStates } from './sales-tax.repository.ts'

const WARNED_FROM = 0.8 * USUAL_THRESHOLD

/** What was sold to each state in 12 months, and which states are near the usual threshold without the tax being collected. */
export async function readStateSales(database: Database, now: Date): Promise<StateSales[]> {
  const lastYear = localDay(new Date(now.getFullYear() - 1, now.getMonth(), now.getDate()))
  const [sales, decided] = await Promise.all([listStateSales(database, lastYear), listTaxStates(database)])
  const collected = new Set(decided.flatMap((row) => (row.collected === 1 ? [row.state] : [])))
  return sales.flatMap(({ state, cents }) => {
    const code = parseStateCode(state)
    return code === null ? [] : [{ state: code, cents, is_near: cents >= WARNED_FROM && !collected.has(code) }]
  })
}
