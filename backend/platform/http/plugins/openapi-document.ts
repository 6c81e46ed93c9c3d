import type { SwaggerTransformObject } from '@fastify/swagger'
import type { CallRequest } from '@shop/contract/http/call'
import { asRecord } from '@shop/contract/http/coercion'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { type AdminGroups, CALL_GROUPS, type CallGroup, groupOf } from '../../call-groups.ts'
import { ERROR_RESPONSES } from '../documented-schema.ts'
import { ERROR_MESSAGES } from '../errors/app-error.ts'
import responses from './example-responses.json' with { type: 'json' }

export const transformRoute = createJsonSchemaTransform({})

/** Written by `npx vitest run backend/platform/http/plugins -u`. */
const ALL_RESPONSES: Readonly<Record<string, unknown>> = responses

const addComponents = createJsonSchemaTransformObject({})

/** Completes the document: groups, components, examples, and shared errors. */
export const completeDocument =
  (adminGroups: AdminGroups): SwaggerTransformObject =>
  (input) => {
    const document = addComponents(input)
    if (!('openapi' in document)) throw new TypeError('only OpenAPI 3 is supported')
    const { paths = {}, components = {} } = document
    const groups = new Set<CallGroup>()
    for (const [path, item] of Object.entries(paths)) {
      for (const operation of [item?.get, item?.post]) {
        if (operation === undefined) continue
        const tag = groupOf(path, adminGroups, operation.security)
        groups.add(tag)
        operation.tags = [tag]
        addExample(operation)
        shareErrors(operation)
      }
    }
    document.tags = Object.entries(CALL_GROUPS)
      .filter(([name]) => [...groups].some((group) => group === name))
      .map(([name, description]) => ({ name, description }))
    Object.assign(components, { responses: SHARED_RESPONSES })
    const { schemas = {} } = components
    const used = reachableFrom([paths, SHARED_RESPONSES], schemas)
    for (const name of Object.keys(schemas)) if (!used.has(name)) delete schemas[name]
    return shorter(document)
  }

/** For any version of OpenAPI. */
type Operation = {
  operationId?: string
  'x-example'?: CallRequest
  parameters?: readonly object[]
  requestBody?: object
  responses?: Readonly<Record<string, object>>
}

/** Moves the example that `documentedSchema` left to its parts, and adds the response. */
function addExample(operation: Operation): void {
  const { parameters = [], requestBody, responses = {}, 'x-example': example = {}, operationId = '' } = operation
  delete operation['x-example']
  const values: Record<string, unknown> = { ...example.params, ...example.query }
  for (const parameter of parameters) {
    if ('name' in parameter && String(parameter.name) in values) {
      Object.assign(parameter, { example: values[String(parameter.name)] })
    }
  }
  if (example.body !== undefined) setExample(requestBody, example.body)
  if (ALL_RESPONSES[operationId] !== undefined) setExample(responses['200'], ALL_RESPONSES[operationId])
}

const RETRY_AFTER = { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } }
const LOCATION_HEADER = {
  Location: { description: 'The URL to use', schema: { type: 'string', format: 'uri-reference' } },
}

/** Errors of any request, not listed per operation. */
const OF_ANY_REQUEST: readonly string[] = ['408', '413', '414', '415', '431', '500', '503']

const DESCRIBED_ERRORS = Object.entries(ERROR_RESPONSES).map(([status, { code, description }]) => {
  return { status, description, example: { success: false, error: code, message: ERROR_MESSAGES[code] } }
})
const ANY_ERRORS = DESCRIBED_ERRORS.filter(({ status }) => OF_ANY_REQUEST.includes(status))
const OWN_ERRORS = DESCRIBED_ERRORS.filter(({ status }) => !OF_ANY_REQUEST.includes(status))

/** Describes each error response once; operations refer to it. */
const SHARED_RESPONSES = {
  AnyError: {
    description: 'An error that any call can have. A 503 has `Retry-After`.',
    headers: RETRY_AFTER,
    content: jsonError({
      examples: Object.fromEntries(
        ANY_ERRORS.map(({ status, description, example }) => [status, { summary: description, value: example }]),
      ),
    }),
  },
  ...Object.fromEntries(
    OWN_ERRORS.map(({ status, description, example }) => {
      const headers = status === '429' ? { headers: RETRY_AFTER } : {}
      return [`Error${status}`, { description, ...headers, content: jsonError({ example }) }]
    }),
  ),
}

function jsonError(examples: object) {
  return { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, ...examples } }
}

/** Uses the shared error responses, and adds the redirect's header. `default`: the errors of any request. */
function shareErrors(operation: Operation): void {
  const { responses = {} } = operation
  if (responses['308'] !== undefined) Object.assign(responses['308'], { headers: LOCATION_HEADER })
  const own = Object.entries(responses).filter(([status]) => !OF_ANY_REQUEST.includes(status))
  operation.responses = Object.fromEntries([
    ...own.map(([status, response]) => {
      const isShared = `Error${status}` in SHARED_RESPONSES
      return [status, isShared ? { $ref: `#/components/responses/Error${status}` } : response]
    }),
    ['default', { $ref: '#/components/responses/AnyError' }],
  ])
}

/** Shortens Zod's schemas: bounds of whole numbers, patterns of formats, and pairs for `null`. */
function shorter<T>(document: T): T {
  return JSON.parse(JSON.stringify(document, (_key, value) => shorterSchema(value)))
}

function shorterSchema(value: unknown): unknown {
  const schema = Array.isArray(value) ? null : asRecord(value)
  if (schema === null) return value
  const { minimum, maximum, pattern, anyOf, ...rest } = schema
  const nullable = Array.isArray(anyOf) ? nullableSchema(anyOf) : null
  return {
    ...rest,
    ...(isSafeBound(minimum) ? {} : { minimum }),
    ...(isSafeBound(maximum) ? {} : { maximum }),
    ...(pattern === undefined || rest.format !== undefined ? {} : { pattern }),
    ...(nullable ?? (anyOf === undefined ? {} : { anyOf })),
  }
}

function isSafeBound(bound: unknown): boolean {
  return bound === undefined || Math.abs(Number(bound)) === Number.MAX_SAFE_INTEGER
}

/** Merges "text or null" into one schema, unless it lists values, which would need `null`. */
function nullableSchema(schemas: readonly unknown[]): object | null {
  const [one, none, ...more] = schemas.map(asRecord)
  if (one == null || none?.type !== 'null' || more.length > 0) return null
  if (typeof one.type !== 'string' || 'enum' in one || 'const' in one) return null
  return { ...one, type: [one.type, 'null'] }
}

function setExample(part: object | undefined, example: unknown): void {
  const content = part !== undefined && 'content' in part ? asRecord(part.content) : null
  const json = content?.['application/json']
  if (typeof json === 'object' && json !== null) Object.assign(json, { example })
}

/** The components that the paths refer to, directly or indirectly. */
function reachableFrom(paths: unknown, schemas: Readonly<Record<string, unknown>>): Set<string> {
  const names = referencesIn(paths)
  for (const name of names) names.push(...referencesIn(schemas[name]).filter((other) => !names.includes(other)))
  return new Set(names)
}

function referencesIn(value: unknown): string[] {
  const text = JSON.stringify(value) ?? ''
  return [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name)
}
