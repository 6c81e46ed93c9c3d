import type { DemandReport, WantedProduct } from '@shop/contract/visits/admin'
import { listProductNames } from '../catalog/products/products.repository.ts'
import { countInquiriesByReference } from '../contact/contact.repository.ts'
import type { Database } from '../platform/database/database.ts'
import { addDays, localDay } from '../platform/lib/days/local-day.ts'
import { countWaiting } from '../waitlist/waitlist.repository.ts'
import { type Demand, listDemand, listDemandByDay, listProductViews } from './visits.repository.ts'
import { countedPage } from './visits.routes.ts'

/** Others are left out. */
const MAX_ROWS = 50

/** Demand on days such as `2026-11-21`, oldest first. No shopper is known. */
export async function reportDemand(database: Database, days: readonly string[]): Promise<DemandReport> {
  const from = days[0] ?? ''
  const demand = await listDemand(database, from)
  const wanted = await countByProduct(database, from, demand)
  return {
    days: await countByDay(database, days),
    products: wanted
      .filter((product) => askedFor(product) > 0)
      .toSorted((one, other) => askedFor(other) - askedFor(one) || compareIds(one, other))
      .slice(0, MAX_ROWS),
    unasked: wanted
      .filter((product) => askedFor(product) === 0 && product.views > 0 && product.product_name !== null)
      .toSorted((one, other) => other.views - one.views || compareIds(one, other))
      .slice(0, MAX_ROWS),
    searches: demand
      .filter(({ kind }) => kind === 'search')
      .slice(0, MAX_ROWS)
      .map(({ subject, events }) => ({ words: subject, count: events })),
  }
}

/** Pay Now follows Add to Cart, and a quiz recommendation is no demand. */
function askedFor({ added, pay_now, waiting, inquiries }: WantedProduct): number {
  return Math.max(added, pay_now) + waiting + inquiries
}

function compareIds(one: WantedProduct, other: WantedProduct): number {
  return one.product_id < other.product_id ? -1 : 1
}

const COUNT_OF = { add: 'added', pay: 'pay_now', match: 'matched' } as const

async function countByProduct(database: Database, from: string, demand: readonly Demand[]): Promise<WantedProduct[]> {
  const products = await listProductNames(database)
  const rows = new Map<string, WantedProduct>(products.map((product) => [product.product_id, emptyRow(product)]))
  const rowOf = (product_id: string): WantedProduct => {
    const row = rows.get(product_id) ?? emptyRow({ product_id, product_name: null, stock_quantity: 0 })
    rows.set(product_id, row)
    return row
  }
  for (const { page, views } of await listProductViews(database, from)) {
    const { product_id } = countedPage(page)
    if (product_id !== null) rowOf(product_id).views = views
  }
  for (const { kind, subject, events } of demand) if (kind !== 'search') rowOf(subject)[COUNT_OF[kind]] = events
  for (const { product_id, waiting } of await countWaiting(database))
    if (product_id !== '') rowOf(product_id).waiting = waiting
  const idOf = new Map(products.map(({ product_id, product_name }) => [plain(product_name), product_id]))
  for (const { reference, inquiries } of await countInquiriesByReference(database, from)) {
    const product_id = idOf.get(plain(reference))
    if (product_id !== undefined) rowOf(product_id).inquiries += inquiries
  }
  return [...rows.values()]
}

type Named = { product_id: string; product_name: string | null; stock_quantity: number }

function emptyRow({ product_id, product_name, stock_quantity }: Named): WantedProduct {
  const counts = { views: 0, matched: 0, added: 0, pay_now: 0, waiting: 0, inquiries: 0 }
  return { product_id, product_name, sold_out: product_name !== null && stock_quantity === 0, ...counts }
}

/** Ignores blanks and case of typed names. */
function plain(name: string): string {
  return name.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase()
}

async function countByDay(database: Database, days: readonly string[]): Promise<DemandReport['days']> {
  const counts = await listDemandByDay(database, days[0] ?? '')
  const events = new Map(counts.map(({ kind, day, events }) => [`${kind} ${day}`, events]))
  return days.map((day) => ({ day, added: events.get(`add ${day}`) ?? 0, pay_now: events.get(`pay ${day}`) ?? 0 }))
}

/** In the shop's time zone, oldest first. */
export function daysUntil(now: Date, count: number): string[] {
  const today = localDay(now)
  return Array.from({ length: count }, (_, index) => addDays(today, index + 1 - count))
}
