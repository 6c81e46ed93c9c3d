import { plural } from '@shop/contract/text/plural'
import type { CheckContext, Finding } from '../platform/finding.ts'
import { compareFigures, differenceLine } from './compare-figures.ts'
import { countToPost } from './ledger/sum-figures.ts'

const MOST_NAMED = 20

/** Checks that the figures of Sales match the orders and payments. */
export async function checkBooks({ database, thorough }: CheckContext): Promise<Finding[]> {
  if (!thorough) return []
  // After an update the running shop first writes the rows of all orders.
  if ((await countToPost(database)) > 0) return []
  const found = await compareFigures(database)
  if (found.length === 0) return []
  const named = found.slice(0, MOST_NAMED).map(differenceLine)
  const text = `${plural(found.length, 'One figure in Sales doesn’t match', `${found.length} figures in Sales don’t match`)} the orders and payments. ${named.join('; ')}.`
  const remedy = 'Run "npm run shop -- books recount"; if it happens again, tell your technical contact.'
  return [{ code: 'books_wrong', severity: 'error', text, remedy }]
}
