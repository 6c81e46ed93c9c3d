import { asRecord } from '@shop/contract/coercion'
import type { Endpoint } from '@shop/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, RouteShorthandOptions } from 'fastify'
import * as z from 'zod/mini'
import { chunksOf } from '../database/chunks.ts'
import { documentedSchema } from './documented-schema.ts'
import type { ResponseCache } from './response-cache/response-cache.ts'
import { sendCached } from './response-cache/send-cached.ts'

type Schema = z.ZodMiniType
type MaybeSchema = Schema | undefined
type Part<Name extends string, S> = S extends Schema ? { [K in Name]: z.output<S> } : unknown

/** The validated parts of a request that an endpoint defines. */
export type Input<P, Q, B> = Part<'params', P> & Part<'query', Q> & Part<'body', B>

type Handler<P, Q, B, R extends Schema> = (
  input: Input<P, Q, B>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<z.input<R>>

/** A route's guards in order, its own rate limit, and the most bytes that it takes. */
export type RouteOptions = Pick<RouteShorthandOptions, 'bodyLimit' | 'config' | 'onRequest' | 'preHandler'>

/**
 * Serves an endpoint of the contract: validates the request by its schemas, and serializes the result by `response`.
 * Responses are not cached by browsers.
 */
export function route<P extends MaybeSchema, Q extends MaybeSchema, B extends MaybeSchema, R extends Schema, A>(
  app: FastifyInstance,
  endpoint: Endpoint<P, Q, B, R, A>,
  handler: Handler<P, Q, B, R>,
  options: RouteOptions = {},
): void {
  app.route({
    ...options,
    method: endpoint.method,
    url: endpoint.path,
    schema: schemaOf(endpoint),
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return handler(inputOf<P, Q, B>(request), request, reply)
    },
  })
}

/**
 * Serves a GET endpoint whose response is the same for everyone until the catalog changes, from the response cache.
 * Only for endpoints without a query.
 */
export function cachedRoute<P extends MaybeSchema, R extends Schema, A>(
  app: FastifyInstance,
  responseCache: ResponseCache,
  endpoint: Endpoint<P, undefined, undefined, R, A>,
  handler: (input: Part<'params', P>) => Promise<z.input<R>>,
): void {
  app.get(endpoint.path, { schema: schemaOf(endpoint) }, async (request, reply) => {
    const address = addressOf(endpoint.path, asRecord(request.params) ?? {})
    const response = await responseCache.get(address, async () => ({
      status: 200,
      type: 'application/json; charset=utf-8',
      body: JSON.stringify(z.parse(endpoint.response, await handler(inputOf<P, undefined, undefined>(request)))),
      headers: reply.getHeaders(),
    }))
    return sendCached(response, request, reply)
  })
}

/**
 * Like `cachedRoute`, for a list that may be very long: its rows are serialized in parts, so that not all of them are in
 * memory as objects of the response, and are not validated, which would take three times as long as writing their JSON.
 */
export function cachedListRoute<Row, R extends z.ZodMiniArray<Schema>, A>(
  app: FastifyInstance,
  responseCache: ResponseCache,
  endpoint: Endpoint<undefined, undefined, undefined, R, A>,
  { list, serialize }: { list: () => Promise<Row[]>; serialize: (row: Row) => z.input<R>[number] },
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

/** The cache key: path and parameters in one spelling, without the query. */
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

/** Fastify has validated the three parts by the endpoint's schemas before the handler runs. */
function inputOf<P, Q, B>({ params, query, body }: FastifyRequest): Input<P, Q, B> {
  return { params, query, body } as Input<P, Q, B>
}
