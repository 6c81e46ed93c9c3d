import type { SwaggerTransformObject } from '@fastify/swagger'
import type { CallRequest } from '@shop/contract/call'
import { asRecord } from '@shop/contract/coercion'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { ERROR_RESPONSES } from '../documented-schema.ts'
import { ERROR_MESSAGES } from '../errors/app-error.ts'
import responses from './example-responses.json' with { type: 'json' }

/** Turns a route's schemas into JSON Schema. */
export const transformRoute = createJsonSchemaTransform({})

/** The shop's responses to the examples; `npx vitest run backend/http/plugins -u` writes them. */
const RESPONSES: Readonly<Record<string, unknown>> = responses

const addComponents = createJsonSchemaTransformObject({})

/** Completes the document made from the routes with components, examples and error headers. */
export const completeDocument: SwaggerTransformObject = (input) => {
  const document = addComponents(input)
  if (!('openapi' in document)) throw new TypeError('only OpenAPI 3 is supported')
  const { paths = {}, components = {} } = document
  for (const path of Object.values(paths)) {
    for (const operation of [path?.get, path?.post]) {
      if (operation === undefined) continue
      describeResponses(operation)
      addExample(operation)
    }
  }
  const { schemas = {} } = components
  const used = reachableFrom(paths, schemas)
  for (const name of Object.keys(schemas)) if (!used.has(name)) delete schemas[name]
  return document
}

/** The part of an operation that is completed here, for any version of OpenAPI. */
type Operation = {
  operationId?: string
  'x-example'?: CallRequest
  parameters?: readonly object[]
  requestBody?: object
  responses?: Readonly<Record<string, object>>
}

/** Moves the request that `documentedSchema` left in the operation to its parts, and adds the response. */
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
  if (RESPONSES[operationId] !== undefined) setExample(responses['200'], RESPONSES[operationId])
}

/** Adds error bodies where a call has no description of its own, and the headers of errors and redirects. */
function describeResponses({ responses = {} }: Operation): void {
  for (const [status, { code }] of Object.entries(ERROR_RESPONSES)) {
    const response = responses[status]
    if (response === undefined) continue
    setExample(response, { success: false, error: code, message: ERROR_MESSAGES[code] })
    if (status === '429' || status === '503') {
      Object.assign(response, { headers: { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } } })
    }
  }
  const location = { Location: { description: 'The URL to use', schema: { type: 'string', format: 'uri-reference' } } }
  if (responses['308'] !== undefined) Object.assign(responses['308'], { headers: location })
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
