import { type DemandReport, getDemandEndpoint } from '@shop/contract/admin/demand'
import type { FastifyInstance } from 'fastify'
import { adminRoute, EVERYONE } from '../admin/admin-route.ts'
import { findProducts } from '../catalog/products.repository.ts'
import type { Context } from '../context.ts'
import type { Database } from '../database/database.ts'
import { type Demand, listDemand, listDemandByDay } from './demand.repository.ts'
import { daysUntil } from './visit-days.ts'

/** Rows of a list; those with fewer events are left out. */
const MAX_ROWS = 50

/** What owners and helpers see of the demand. */
export function demandAdminRoutes(app: FastifyInstance, context: Context): void {
  const { database, clock } = context
  adminRoute(app, context, getDemandEndpoint, EVERYONE, async ({ query }) => {
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
