import { plural } from '@shop/contract/text/plural'
import type { Database } from '../platform/database/database.ts'
import type { CheckContext, Finding } from '../platform/finding.ts'
import { compareFigures, differenceLine } from './compare-figures.ts'
import { findWronglyListed } from './ledger/orders-to-refund.repository.ts'
import { countToPost } from './ledger/sum-figures.ts'

const MOST_NAMED = 20

const REMEDY = 'Run "npm run shop -- books recount"; if it happens again, tell your technical contact.'

/** Checks that the figures of Sales and the list To refund match the orders and payments. */
export async function checkBooks({ database, thorough }: CheckContext): Promise<Finding[]> {
  if (!thorough) return []
  // After an update the running shop first writes the rows of all orders.
  if ((await countToPost(database)) > 0) return []
  return [...(await checkFigures(database)), ...(await checkToRefund(database))]
}

async function checkFigures(database: Database): Promise<Finding[]> {
  const found = await compareFigures(database)
  if (found.length === 0) return []
  const named = found.slice(0, MOST_NAMED).map(differenceLine)
  const text = `${plural(found.length, 'One figure in Sales doesn’t match', `${found.length} figures in Sales don’t match`)} the orders and payments. ${named.join('; ')}.`
  return [{ code: 'books_wrong', severity: 'error', text, remedy: REMEDY }]
}

async function checkToRefund(database: Database): Promise<Finding[]> {
  const wrong = new Set<string>()
  for await (const ids of findWronglyListed(database)) for (const id of ids) wrong.add(id)
  const found = [...wrong].sort()
  if (found.length === 0) return []
  const orders = plural(found.length, 'One order is', `${found.length} orders are`)
  const named = found.slice(0, MOST_NAMED).map((id) => `# ${id}`)
  const text = `${orders} missing in To refund or wrongly in it: ${named.join(', ')}.`
  return [{ code: 'to_refund_wrong', severity: 'error', text, remedy: REMEDY }]
}
