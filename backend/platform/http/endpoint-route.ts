import { asRecord } from '@shop/contract/http/coercion'
import type { Endpoint } from '@shop/contract/http/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, RouteShorthandOptions } from 'fastify'
import * as z from 'zod/mini'
import { chunksOf } from '../database/queries.ts'
import { documentedSchema } from './documented-schema.ts'
import type { ResponseCache } from './response-cache/response-cache.ts'
import { sendCached } from './response-cache/send-cached.ts'

export type InputOf<E> = {
  [Part in keyof E & ('params' | 'query' | 'body')]: E[Part] extends z.ZodMiniType ? z.output<E[Part]> : never
}

export type OutputOf<E extends Endpoint> = z.input<E['response']>

type Handler<E extends Endpoint> = (
  input: InputOf<E>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<OutputOf<E>>

/** Guards in order, a wrapper of the work, a rate limit, and the most bytes. */
export type RouteOptions = Pick<
  RouteShorthandOptions,
  'bodyLimit' | 'config' | 'onRequest' | 'preParsing' | 'preHandler' | 'onResponse'
>

/** Serves an endpoint: validates the request and serializes the result by its schemas. Browsers don't cache it. */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  options: RouteOptions = {},
): void {
  app.route({
    ...options,
    method: endpoint.method,
    url: endpoint.path,
    schema: schemaOf(endpoint),
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return handler(inputOf<E>(request), request, reply)
    },
  })
}

/** Serves a GET endpoint from the response cache until the catalog changes. Only for endpoints without a query. */
export function cachedRoute<E extends Endpoint>(
  app: FastifyInstance,
  responseCache: ResponseCache,
  endpoint: E,
  handler: (input: InputOf<E>) => Promise<OutputOf<E>>,
): void {
  app.get(endpoint.path, { schema: schemaOf(endpoint) }, async (request, reply) => {
    const address = addressOf(endpoint.path, asRecord(request.params) ?? {})
    const response = await responseCache.get(address, async () => ({
      status: 200,
      type: 'application/json; charset=utf-8',
      body: JSON.stringify(z.parse(endpoint.response, await handler(inputOf<E>(request)))),
      headers: reply.getHeaders(),
    }))
    return sendCached(response, request, reply)
  })
}

/** Like `cachedRoute` for long lists: rows are serialized in parts, without validation, in a third of the time. */
export function cachedListRoute<Row, E extends Endpoint & { response: z.ZodMiniArray }>(
  app: FastifyInstance,
  responseCache: ResponseCache,
  endpoint: E,
  { list, serialize }: { list: () => Promise<Row[]>; serialize: (row: Row) => OutputOf<E>[number] },
): void {
  app.get(endpoint.path, { schema: schemaOf(endpoint) }, async (request, reply) => {
    const response = await responseCache.get(endpoint.path, async () => ({
      status: 200,
      type: 'application/json; charset=utf-8',
      body: listAsJson(await list(), serialize),
      headers: reply.getHeaders(),
    }))
    return sendCached(response, request, reply)
  })
}

function listAsJson<Row>(rows: readonly Row[], serialize: (row: Row) => unknown): Buffer {
  const parts = chunksOf(rows).map((part, index) => {
    const text = JSON.stringify(part.map(serialize)).slice(1, -1)
    return Buffer.from(index === 0 ? text : `,${text}`)
  })
  return Buffer.concat([Buffer.from('['), ...parts, Buffer.from(']')])
}

/** The cache key: path and parameters, normalized, without the query. */
function addressOf(path: string, params: Record<string, unknown>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
}

function schemaOf(endpoint: Endpoint): FastifySchema {
  const { params, query, body } = endpoint
  return {
    ...documentedSchema(endpoint),
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(body ? { body } : {}),
  }
}

/** Fastify has validated the parts before the handler runs. */
function inputOf<E>({ params, query, body }: FastifyRequest): InputOf<E> {
  return { params, query, body } as InputOf<E>
}
