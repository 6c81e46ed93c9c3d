import type { Endpoint } from '@shop/contract/endpoint'
import { ENDPOINTS } from '@shop/contract/endpoints'
import { ERROR_STATUS, type ErrorCode, errorBody } from '@shop/contract/errors'
import { EXAMPLES, type Example } from '@shop/contract/examples'
import * as z from 'zod/mini'
import { shop } from '../../shop.config.ts'
import { ERROR_MESSAGES } from '../errors/app-error.ts'
import { FORMATS, WIDTHS } from '../images/image-variants.ts'

/** What each refusal means to who writes a client; `message` in its body is what a shopper may be shown. */
const REFUSALS: Record<ErrorCode, string> = {
  invalid_request: 'The request does not match this document; `details` names the fields.',
  unauthorized: 'The token is missing, unknown or expired, or the sign-in was wrong.',
  forbidden: 'The token belongs to another customer.',
  not_found: 'There is no such resource.',
  conflict: 'The current state does not allow this; `message` says why.',
  too_large: 'The body is larger than the server accepts.',
  unsupported_media_type: 'The body is not JSON.',
  range_not_satisfiable: 'The requested range lies outside the file.',
  rate_limited: 'Too many requests; try again after the seconds in `Retry-After`.',
  internal: 'An unexpected error, which was logged.',
  unavailable: 'The service cannot answer now; try again after the seconds in `Retry-After`.',
}

type Json = Record<string, unknown>
type JsonSchema = Json & { properties?: Record<string, Json>; required?: string[] }
type Document = {
  openapi: string
  info: Json
  servers: Json[]
  paths: Record<string, Record<string, Json>>
  components: Json
}

/** The OpenAPI 3.1 document of every call in the contract, made from the same schemas that check the calls. */
export function openApiDocument(): Document {
  const paths: Document['paths'] = { '/images/{image_file}': { get: imageOperation() } }
  for (const [name, endpoint] of Object.entries(ENDPOINTS)) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    const method = endpoint.method === 'GET' ? 'get' : 'post'
    paths[path] = { ...paths[path], [method]: operationOf(name, endpoint, EXAMPLES[name]) }
  }
  return {
    openapi: '3.1.0',
    info: { title: `${shop.name}: calls of the shop`, version: '1.0.0', description: shop.description },
    // Wherever the document was read from, so that trying a call stays on the same origin.
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Error: schemaOf(errorBody, 'output') },
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'The token of a sign-in' } },
    },
  }
}

function operationOf(name: string, endpoint: Endpoint, example: Example | undefined): Json {
  const { params, query, body, response, summary, bearer } = endpoint
  return {
    operationId: name,
    summary,
    tags: [tagOf(endpoint.path)],
    ...(bearer ? { security: [{}, { token: [] }] } : {}),
    parameters: [...parametersOf(params, 'path', example?.params), ...parametersOf(query, 'query', example?.query)],
    ...(body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(body, 'input'), example: example?.body } },
          },
        }
      : {}),
    responses: {
      '200': {
        description: 'Done',
        content: { 'application/json': { schema: schemaOf(response, 'output'), example: example?.response } },
      },
      ...errorsOf(endpoint),
    },
  }
}

/** What this call can refuse, and what any call can. */
function errorsOf({ method, errors }: Endpoint): Json {
  const codes = new Set<ErrorCode>(['invalid_request', ...errors])
  if (method === 'POST')
    for (const code of ['too_large', 'unsupported_media_type', 'rate_limited'] as const) codes.add(code)
  for (const code of ['internal', 'unavailable'] as const) codes.add(code)
  return {
    ...Object.fromEntries([...codes].map((code) => [String(ERROR_STATUS[code]), refusalAnswer(code)])),
    '414': refusalAnswer('too_large'),
    '431': refusalAnswer('too_large'),
  }
}

function refusalAnswer(code: ErrorCode): Json {
  return {
    description: REFUSALS[code],
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        example: { success: false, error: code, message: ERROR_MESSAGES[code] },
      },
    },
  }
}

function parametersOf(
  schema: z.ZodMiniType | undefined,
  place: 'path' | 'query',
  example: Record<string, unknown> | undefined,
): Json[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input')
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: property,
    example: example?.[name],
  }))
}

function imageOperation(): Json {
  return {
    operationId: 'getImage',
    summary: 'A photograph or video of the catalog, or a smaller copy of a photograph',
    tags: ['images'],
    parameters: [
      {
        name: 'image_file',
        in: 'path',
        required: true,
        schema: { type: 'string' },
        example: 'hybrid-full-blue-quarter.jpg',
      },
      { name: 'w', in: 'query', schema: { type: 'integer', enum: [...WIDTHS] }, description: 'Width in pixels' },
      { name: 'f', in: 'query', schema: { type: 'string', enum: [...FORMATS] } },
      {
        name: 'v',
        in: 'query',
        schema: { type: 'string' },
        description: 'Content hash of the original; with the right one the answer is immutable',
      },
    ],
    responses: {
      '200': {
        description:
          'The picture. While a smaller copy is being made, the nearest finished copy or the original, with a `Cache-Control` of seconds.',
        content: { 'image/*': {}, 'video/mp4': {} },
      },
      '206': { description: 'The range that was asked for' },
      '304': { description: 'Unchanged' },
      '400': refusalAnswer('invalid_request'),
      '404': refusalAnswer('not_found'),
      '416': refusalAnswer('range_not_satisfiable'),
      '503': refusalAnswer('unavailable'),
    },
  }
}

function tagOf(path: string): string {
  return path.split('/').find((part) => part !== '' && part !== 'api') ?? 'api'
}

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return json as JsonSchema
}
