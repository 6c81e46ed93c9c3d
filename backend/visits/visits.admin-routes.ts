import { adminVisits, type DemandReport, type Visits } from '@shop/contract/admin/visits'
import type { FastifyInstance } from 'fastify'
import { adminRoute, EVERYONE } from '../admin/admin-route.ts'
import { findProducts } from '../catalog/products.repository.ts'
import type { Context } from '../context.ts'
import type { Database } from '../database/database.ts'
import { type Demand, listDemand, listDemandByDay, listPageViews, listViewsByDay } from './visits.repository.ts'
import { countedPage } from './visits.routes.ts'

/** Pages in the list; those with fewer views are left out. */
const MAX_PAGES = 50

/** What owners and helpers see of the visits. */
export function visitsAdminRoutes(app: FastifyInstance, context: Context): void {
  const { database, clock } = context
  adminRoute(app, context, adminVisits.listVisits, EVERYONE, async ({ query }) => {
    const days = daysUntil(clock(), Number(query.days))
    const views = new Map(await listViewsByDay(database, days[0] ?? ''))
    return {
      days: days.map((day) => ({ day, views: views.get(day) ?? 0 })),
      pages: await listPages(database, days[0] ?? ''),
    }
  })
}

async function listPages(database: Database, fromDay: string): Promise<Visits['pages']> {
  const pages = await listPageViews(database, fromDay, MAX_PAGES)
  const idOf = (page: string) => countedPage(page).product_id
  const products = await findProducts(
    database,
    pages.flatMap(({ page }) => idOf(page) ?? []),
  )
  return pages.map((row) => ({ ...row, product_name: products.get(idOf(row.page) ?? '')?.product_name ?? null }))
}

/** Rows of a list; those with fewer events are left out. */
const MAX_ROWS = 50

/** What owners and helpers see of the demand. */
export function demandAdminRoutes(app: FastifyInstance, context: Context): void {
  const { database, clock } = context
  adminRoute(app, context, adminVisits.getDemand, EVERYONE, async ({ query }) => {
    const days = daysUntil(clock(), Number(query.days))
    const demand = await listDemand(database, days[0] ?? '')
    return {
      days: await countByDay(database, days),
      products: await nameProducts(database, countByProduct(demand)),
      searches: demand
        .filter(({ kind }) => kind === 'search')
        .slice(0, MAX_ROWS)
        .map(({ subject, events }) => ({ words: subject, count: events })),
    }
  })
}

async function countByDay(database: Database, days: readonly string[]): Promise<DemandReport['days']> {
  const counts = await listDemandByDay(database, days[0] ?? '')
  const events = new Map(counts.map(({ kind, day, events }) => [`${kind} ${day}`, events]))
  return days.map((day) => ({ day, added: events.get(`add ${day}`) ?? 0, pay_now: events.get(`pay ${day}`) ?? 0 }))
}

type ProductDemand = { product_id: string; added: number; pay_now: number }

/** Products by the sum of both counts, the most wanted first. */
function countByProduct(demand: readonly Demand[]): ProductDemand[] {
  const products = new Map<string, ProductDemand>()
  for (const { kind, subject, events } of demand) {
    if (kind === 'search') continue
    const counts = products.get(subject) ?? { product_id: subject, added: 0, pay_now: 0 }
    products.set(subject, { ...counts, [kind === 'add' ? 'added' : 'pay_now']: events })
  }
  return [...products.values()]
    .toSorted((one, other) => other.added + other.pay_now - one.added - one.pay_now)
    .slice(0, MAX_ROWS)
}

async function nameProducts(database: Database, rows: readonly ProductDemand[]): Promise<DemandReport['products']> {
  const products = await findProducts(
    database,
    rows.map(({ product_id }) => product_id),
  )
  return rows.map((row) => ({ ...row, product_name: products.get(row.product_id)?.product_name ?? null }))
}

const DAY = 24 * 60 * 60_000

/** The last days as ISO dates, UTC, oldest first. */
function daysUntil(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(now.getTime() - (count - 1 - index) * DAY).toISOString().slice(0, 10),
  )
}
