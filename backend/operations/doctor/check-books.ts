import { plural } from '@shop/contract/text/plural'
import { listWrongDays } from '../../books/days/sum-changed-days.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Finding } from './finding.ts'

/** Whether the sums of the books are those of their orders and payments. */
export async function checkBooks(database: Database): Promise<Finding[]> {
  const days = await listWrongDays(database)
  const [first] = days
  if (first === undefined) return []
  const text = `The sums of ${plural(days.length, 'one day', `${days.length} days`)} in the books, ${first} first, are not those of its orders and payments.`
  const remedy = 'Run "npm run shop -- books recount"; if it comes back, tell whoever looks after the program.'
  return [{ code: 'books_wrong', severity: 'error', text, remedy }]
}
