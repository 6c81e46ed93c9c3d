import { plural } from '@shop/contract/text/plural'
import { type CheckContext, type Finding, shorten } from '../platform/finding.ts'
import { addDays, localDay } from '../platform/lib/days/local-day.ts'
import { listMissingPages, sumMissingPages } from './visits.repository.ts'

const DAYS_OF_VISITS = 30

export async function checkMissingPages({ database, clock }: CheckContext): Promise<Finding[]> {
  const from = addDays(localDay(clock()), -DAYS_OF_VISITS)
  const views = await sumMissingPages(database, from)
  if (views === 0) return []
  const pages = await listMissingPages(database, from)
  const named = pages.length === 0 ? '' : `: ${shorten(pages.map((page) => `${page.path} (${timesOf(page.views)})`))}`
  const text = `Visitors hit a page that doesn’t exist ${timesOf(views)} in ${DAYS_OF_VISITS} days${named}.`
  const remedy = 'Look for wrong links to the shop on your social pages and in emails.'
  return [{ code: 'pages_missing', severity: 'warning', text, remedy }]
}

function timesOf(views: number): string {
  return plural(views, 'once', `${views} times`)
}
