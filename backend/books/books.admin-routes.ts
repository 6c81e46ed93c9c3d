import { adminBooks, booksFile } from '@shop/contract/books/admin'
import type { FastifyInstance } from 'fastify'
import { adminRoute, BOOKS } from '../admin/admin-route.ts'
import { fileRoute } from '../admin/file-route.ts'
import type { Context } from '../platform/context.ts'
import { booksCsv } from './books-csv.ts'
import { readSales, requirePeriod, requirePosted } from './read-sales.ts'

export function booksAdminRoutes(app: FastifyInstance, context: Context): void {
  const { database } = context
  adminRoute(app, context, adminBooks.getSales, BOOKS, ({ query: { by, ...period } }) =>
    readSales(database, period, by),
  )
  fileRoute(app, context, booksFile, BOOKS, async ({ sheet, ...period }) => {
    requirePeriod(period, sheet)
    await requirePosted(database)
    return { name: `${sheet}-${period.from}-${period.to}`, parts: booksCsv(database, period, sheet) }
  })
}
