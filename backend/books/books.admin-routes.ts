import { Readable } from 'node:stream'
import { adminBooks, BOOKS_FILE_PATH, booksFileQuery } from '@shop/contract/admin/books'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { adminRoute, OWNERS } from '../admin/admin-route.ts'
import type { Context } from '../context.ts'
import { errorResponses } from '../http/documented-schema.ts'
import { booksCsv } from './books-csv.ts'
import { readSales, requirePeriod, requireSums } from './read-sales.ts'

/** What the owners of the shop read of its sales, and what they give to who does the books. */
export function booksAdminRoutes(app: FastifyInstance, context: Context): void {
  const { database } = context
  adminRoute(app, context, adminBooks.getSales, OWNERS, ({ query: { by, ...period } }) =>
    readSales(database, period, by),
  )
  fileRoute(app, context)
}

const fileSchema = {
  operationId: 'adminDownloadBooks',
  summary: 'Downloads the movements of a period, or its tax by state and month, as CSV',
  description: 'Owners only; streamed. What a spreadsheet would read as a formula has an apostrophe before it.',
  tags: ['admin'],
  security: [{ adminSession: [] }],
  querystring: booksFileQuery,
  response: {
    200: { description: 'Done', content: { 'text/csv': { schema: z.string() } } },
    ...errorResponses([400, 401, 403, 503]),
  },
}

function fileRoute(app: FastifyInstance, { adminSessions, database }: Context): void {
  app.get(
    BOOKS_FILE_PATH,
    {
      schema: fileSchema,
      exposeHeadRoute: false,
      onRequest: async (request) => {
        request.admin = await adminSessions.require(request, OWNERS)
      },
    },
    async (request, reply) => {
      const { sheet, ...period } = booksFileQuery.parse(request.query)
      requirePeriod(period)
      await requireSums(database, period)
      reply.headers({
        'cache-control': 'no-store',
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${sheet}-${period.from}-${period.to}.csv"`,
      })
      return reply.send(Readable.from(booksCsv(database, period, sheet)))
    },
  )
}
