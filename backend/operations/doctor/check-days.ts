import { formatCount } from '@shop/contract/text/plural'
import type { Database } from '../../platform/database/database.ts'
import type { Finding } from '../../platform/finding.ts'
import { localDay } from '../../platform/lib/days/local-day.ts'
import { shopZone } from '../../platform/lib/days/shop-zone.ts'
import { listStoredDays } from './doctor.repository.ts'

/** Days stored in another time zone than the shop's current one (R55). */
export async function checkDays(database: Database): Promise<Finding[]> {
  const differing = (await listStoredDays(database)).filter(({ at, day }) => localDay(new Date(at)) !== day)
  const [newest] = differing.toSorted((one, other) => (one.at < other.at ? 1 : -1))
  if (newest === undefined) return []
  const zone = shopZone()
  const text = `${formatCount(differing.length, 'day of an order or refund is', 'days of orders and refunds are')} from another time zone than the shop’s, ${zone}. For example, ${newest.what} of ${newest.at} is dated ${newest.day}.`
  const remedy = `They stay as they are. If the shop is not in ${zone}, choose its time zone in Settings.`
  return [{ code: 'days_differ', severity: 'warning', text, remedy }]
}
