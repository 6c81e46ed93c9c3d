import { Readable } from 'node:stream'
import type { AdminFile } from '@shop/contract/http/files'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Context } from '../platform/context.ts'
import { errorResponses } from '../platform/http/documented-schema.ts'
import { asFile } from '../platform/lib/csv/csv.ts'
import type { Access } from './access/admin-sessions.ts'
import { accessTo } from './admin-route.ts'

type FileContent = {
  name: string
  /** Each part is sent before the next is read. */
  parts: AsyncIterable<string>
}

export function fileRoute<Query extends z.ZodMiniType>(
  app: FastifyInstance,
  context: Pick<Context, 'adminSessions'>,
  file: AdminFile<Query>,
  access: Access,
  open: (query: z.output<Query>) => FileContent | Promise<FileContent>,
): void {
  const schema = {
    operationId: file.name,
    summary: file.summary,
    description: `${file.description} CSV in UTF-8. Formulas get a leading apostrophe.`,
    tags: ['admin'],
    security: [{ adminSession: [] }],
    querystring: file.query,
    response: {
      200: { description: 'Done', content: { 'text/csv': { schema: z.string() } } },
      ...errorResponses([400, 401, 403, 503]),
    },
  }
  app.get(file.path, { schema, exposeHeadRoute: false, ...accessTo(context, access) }, async (request, reply) => {
    const { name, parts } = await open(z.parse(file.query, request.query))
    reply.headers({
      'cache-control': 'no-store',
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
    })
    return reply.send(Readable.from(asFile(parts)))
  })
}
