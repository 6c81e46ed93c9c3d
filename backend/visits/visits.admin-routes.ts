import { adminVisits, type Visits } from '@shop/contract/visits/admin'
import type { FastifyInstance } from 'fastify'
import { adminRoute, PRODUCTS } from '../admin/admin-route.ts'
import { findProducts } from '../catalog/products/products.repository.ts'
import type { Context } from '../platform/context.ts'
import type { Database } from '../platform/database/database.ts'
import { daysUntil, reportDemand } from './demand-report.ts'
import { listPageViews, listViewsByDay } from './visits.repository.ts'
import { countedPage } from './visits.routes.ts'

/** Others are left out. */
const MAX_PAGES = 50

export function visitsAdminRoutes(app: FastifyInstance, context: Context): void {
  const { database, clock } = context
  adminRoute(app, context, adminVisits.listVisits, PRODUCTS, async ({ query }) => {
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

export function demandAdminRoutes(app: FastifyInstance, context: Context): void {
  const { database, clock } = context
  adminRoute(app, context, adminVisits.getDemand, PRODUCTS, ({ query }) =>
    reportDemand(database, daysUntil(clock(), Number(query.days))),
  )
}
