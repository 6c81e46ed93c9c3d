import { formatMoney } from '@shop/contract/money'
import { parseStateCode, US_STATES } from '@shop/contract/tax'
import { listStateSales, listTaxStates } from '../../checkout/sales-tax.repository.ts'
import type { Database } from '../../database/database.ts'
import { localDay } from '../../lib/local-day.ts'

/** From these sales in 12 months most states want sales tax to be collected, in cents; a few want more. */
const USUAL_THRESHOLD = 10_000_000
const WARNED_FROM = 0.8 * USUAL_THRESHOLD

/** The states that are near the sales from which sales tax has to be collected, and where it is not. */
export async function checkSalesTax({ database, clock }: { database: Database; clock: () => Date }) {
  const now = clock()
  const lastYear = localDay(new Date(now.getFullYear() - 1, now.getMonth(), now.getDate()))
  const [sales, decided] = await Promise.all([listStateSales(database, lastYear), listTaxStates(database)])
  const collected = new Set(decided.flatMap((row) => (row.collected === 1 ? [row.state] : [])))
  return sales.flatMap(({ state, cents }) => {
    const code = parseStateCode(state)
    if (code === null || cents < WARNED_FROM || collected.has(state)) return []
    const text = `Orders to ${US_STATES[code]} came to ${formatMoney(cents)} in 12 months. Many states want sales tax from ${formatMoney(USUAL_THRESHOLD)} on.`
    const remedy = 'Ask your accountant whether the shop has to collect it there.'
    return [{ code: 'sales_tax_near', severity: 'warning' as const, text, remedy }]
  })
}
