import { asRecord } from '@shop/contract/coercion'
import type { Endpoint } from '@shop/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, RouteShorthandOptions } from 'fastify'
import * as z from 'zod/mini'
import type { ResponseCache } from '../response-cache/response-cache.ts'
import { sendCached } from '../response-cache/send-cached.ts'
import { documentedSchema } from './documented-schema.ts'

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
 * Like `cachedRoute`, for a list that may be very long: the handler gives it in parts, so that never more than one of them
 * is in memory as objects.
 */
export function cachedListRoute<R extends z.ZodMiniArray<Schema>, A>(
  app: FastifyInstance,
  responseCache: ResponseCache,
  endpoint: Endpoint<undefined, undefined, undefined, R, A>,
  handler: () => AsyncIterable<z.input<R>>,
): void {
  app.get(endpoint.path, { schema: schemaOf(endpoint) }, async (request, reply) => {
    const response = await responseCache.get(endpoint.path, async () => ({
      status: 200,
      type: 'application/json; charset=utf-8',
      body: await joinParts(endpoint.response, handler()),
      headers: reply.getHeaders(),
    }))
    return sendCached(response, request, reply)
  })
}

/** The parts of a list as the JSON of one. */
async function joinParts<R extends z.ZodMiniArray<Schema>>(
  schema: R,
  parts: AsyncIterable<z.input<R>>,
): Promise<Buffer> {
  const texts: Buffer[] = []
  for await (const part of parts) {
    const text = JSON.stringify(z.parse(schema, part)).slice(1, -1)
    if (text !== '') texts.push(Buffer.from(`${texts.length === 0 ? '' : ','}${text}`))
  }
  return Buffer.concat([Buffer.from('['), ...texts, Buffer.from(']')])
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
