import type { Sales } from '@shop/contract/books/admin'
import {
  calendarKeys,
  SALES_VIEWS,
  type SalesGrouping,
  type SalesPeriod,
  salesLabel,
} from '@shop/contract/books/sales-views'
import { type Cents, formatAdminMoney } from '@shop/contract/money'
import classes from './sales-bars.module.css'

/** The most bars beside each other with a name each; more stand as columns without names. */
const MAX_NAMED = 16
/** The most columns with a gap between them; on a phone there is no room for more. */
const MAX_SPACED = 60

type Bar = { key: string; label: string; cents: Cents }

/**
 * The goods of a view as bars, by card and by hand together. The tables below say the same, so screen readers and
 * printers are not given both.
 */
export function SalesBars({ sales, by, period }: { sales: Sales; by: SalesGrouping; period: SalesPeriod }) {
  if (by === 'tax') return null
  const bars = barsOf(sales, by, period)
  const most = Math.max(...bars.map(({ cents }) => cents))
  if (bars.length < 2 || most <= 0) return null
  const share = (cents: Cents) => `${(Math.max(cents, 0) / most) * 100}%`
  if (bars.length > MAX_NAMED && isCalendar(by)) {
    return (
      <figure className={classes.figure} aria-hidden>
        <figcaption>Product sales, up to {formatAdminMoney(most)}</figcaption>
        <div className={classes.columns} data-dense={bars.length > MAX_SPACED || undefined}>
          {bars.map(({ key, label, cents }) => (
            <span key={key} title={`${label}: ${formatAdminMoney(cents)}`} style={{ height: share(cents) }} />
          ))}
        </div>
        <div className={classes.ends}>
          <span>{bars[0]?.label}</span>
          <span>{bars.at(-1)?.label}</span>
        </div>
      </figure>
    )
  }
  return (
    <figure className={classes.figure} aria-hidden>
      <figcaption>Product sales</figcaption>
      <div className={classes.rows}>
        {bars.slice(0, MAX_NAMED).map(({ key, label, cents }) => (
          <div key={key}>
            <span>{label}</span>
            <span className={classes.track}>
              <span style={{ width: share(cents) }} />
            </span>
            <span>{formatAdminMoney(cents)}</span>
          </div>
        ))}
      </div>
      {bars.length > MAX_NAMED && <figcaption>The {MAX_NAMED} largest. The tables show all.</figcaption>}
    </figure>
  )
}

/**
 * By the calendar all keys of the period in their order, from the first with a sale; all else with the largest
 * first.
 */
export function barsOf({ card, hand }: Sales, by: SalesGrouping, period?: SalesPeriod): Bar[] {
  const bars = new Map<string, Bar>()
  if (period !== undefined && isCalendar(by)) {
    for (const key of calendarKeys(by, period)) bars.set(key, { key, label: salesLabel(by, key, null), cents: 0 })
  }
  for (const { key, name, figures } of [...card.rows, ...hand.rows]) {
    const cents = (bars.get(key)?.cents ?? 0) + figures.goods_cents
    bars.set(key, { key, label: salesLabel(by, key, name), cents })
  }
  if (!SALES_VIEWS[by].time) return [...bars.values()].sort((one, other) => other.cents - one.cents)
  const inOrder = [...bars.values()].sort((one, other) => (one.key < other.key ? -1 : 1))
  const first = inOrder.findIndex(({ cents }) => cents !== 0)
  return first < 0 ? [] : inOrder.slice(first)
}

function isCalendar(by: SalesGrouping): by is 'day' | 'week' | 'month' | 'quarter' | 'year' {
  return by === 'day' || by === 'week' || by === 'month' || by === 'quarter' || by === 'year'
}
