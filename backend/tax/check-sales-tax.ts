import { US_STATES } from '@shop/contract/address/us-states'
import { formatAdminMoney } from '@shop/contract/money'
import { USUAL_THRESHOLD } from '@shop/contract/tax/admin'
import type { Database } from '../platform/database/database.ts'
import { readStateSales } from './state-sales.ts'

/** States near the sales from which tax must be collected, without collection. */
export async function checkSalesTax({ database, clock }: { database: Database; clock: () => Date }) {
  const sales = await readStateSales(database, clock())
  return sales.flatMap(({ state, cents, is_near }) => {
    if (!is_near) return []
    const text = `Orders to ${US_STATES[state]} total ${formatAdminMoney(cents)} in 12 months. Many states require sales tax once sales reach ${formatAdminMoney(USUAL_THRESHOLD)}.`
    const remedy = 'Ask your accountant whether the shop has to collect it there.'
    return [{ code: 'sales_tax_near', severity: 'warning' as const, text, remedy }]
  })
}
