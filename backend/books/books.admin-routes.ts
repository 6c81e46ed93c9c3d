import { Readable } from 'node:stream'
import { adminBooks, BOOKS_FILE_PATH, booksFileQuery } from '@shop/contract/admin/books'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { accessTo, adminRoute, BOOKS } from '../admin/admin-route.ts'
import type { Context } from '../context.ts'
import { errorResponses } from '../http/documented-schema.ts'
import { booksCsv } from './books-csv.ts'
import { readSales, requirePeriod, requireSums } from './read-sales.ts'

/** What people with the books read of the shop's sales, and what they give to who does the accounts. */
export function booksAdminRoutes(app: FastifyInstance, context: Context): void {
  const { database } = context
  adminRoute(app, context, adminBooks.getSales, BOOKS, ({ query: { by, ...period } }) =>
    readSales(database, period, by),
  )
  fileRoute(app, context)
}

const fileSchema = {
  operationId: 'adminDownloadBooks',
  summary: 'Downloads the movements of a period, its tax by state and month, or the rows of a view, as CSV',
  description:
    'Owners, and helpers with the sales; streamed. What a spreadsheet would read as a formula has an apostrophe before it.',
  tags: ['admin'],
  security: [{ adminSession: [] }],
  querystring: booksFileQuery,
  response: {
    200: { description: 'Done', content: { 'text/csv': { schema: z.string() } } },
    ...errorResponses([400, 401, 403, 503]),
  },
}

function fileRoute(app: FastifyInstance, context: Context): void {
  app.get(
    BOOKS_FILE_PATH,
    {
      schema: fileSchema,
      exposeHeadRoute: false,
      ...accessTo(context, BOOKS),
    },
    async (request, reply) => {
      const { sheet, ...period } = booksFileQuery.parse(request.query)
      requirePeriod(period, sheet)
      await requireSums(context.database, period)
      reply.headers({
        'cache-control': 'no-store',
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${sheet}-${period.from}-${period.to}.csv"`,
      })
      return reply.send(Readable.from(booksCsv(context.database, period, sheet)))
    },
  )
}
