import { parseStateCode } from '@shop/contract/address/us-states'
import { type StateSales, USUAL_THRESHOLD } from '@shop/contract/tax/admin'
import { countToPost, sumFigures } from '../books/ledger/sum-figures.ts'
import type { Database } from '../platform/database/database.ts'
import { localDay } from '../platform/lib/days/local-day.ts'
import { listTaxStates } from './sales-tax.repository.ts'

const WARNED_FROM = 0.8 * USUAL_THRESHOLD

/** Sales to each state in 12 months; nears the usual threshold where no tax is collected. */
export async function readStateSales(database: Database, now: Date): Promise<StateSales[]> {
  const today = localDay(now)
  // Compared as texts, so February 29 of another year does no harm.
  const period = { from: `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`, to: '9999-12-31' }
  // Unknown right after an update.
  if ((await countToPost(database)) > 0) return []
  const [sums, decided] = await Promise.all([sumFigures(database, period, 'state'), listTaxStates(database)])
  const collected = new Set(decided.flatMap((row) => (row.collected === 1 ? [row.state] : [])))
  return [...Map.groupBy(sums, ({ key }) => key)].flatMap(([state, both]) => {
    const code = parseStateCode(state)
    const cents = both.reduce((sum, { figures }) => sum + figures.goods_cents + figures.delivery_cents, 0)
    return code === null || cents === 0
      ? []
      : [{ state: code, cents, is_near: cents >= WARNED_FROM && !collected.has(code) }]
  })
}
