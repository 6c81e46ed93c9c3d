import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import * as z from 'zod/mini'

const schema = z.record(z.string(), z.unknown())
const content = z.record(z.string(), z.object({ schema: z.optional(schema), example: z.optional(z.unknown()) }))
const operation = z.object({
  operationId: z.string(),
  parameters: z.optional(
    z.array(
      z.object({
        name: z.string(),
        in: z.enum(['path', 'query']),
        required: z.optional(z.boolean()),
        schema,
        example: z.optional(z.unknown()),
      }),
    ),
  ),
  requestBody: z.optional(z.object({ content })),
  responses: z.record(z.string(), z.object({ content: z.optional(content) })),
})
const apiDocument = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), operation)) })

/** Errors of any request, which the document describes once. */
const OF_ANY_REQUEST = [408, 413, 414, 415, 431]

/** A JSON Schema of the document. */
export type Schema = z.infer<typeof schema>

/** One call as the document describes it. */
export type Operation = z.infer<typeof operation> & { method: string; path: string }

/** The operations of an OpenAPI document, and a check of responses against it. */
export type ApiDocument = {
  operations: Operation[]
  /** Why the document does not allow a response; `null` when it does. */
  objection: (operationId: string, response: Response) => string | null
  /** The documented examples that their own schema does not allow, each with its place and why. */
  wrongExamples: () => string[]
}

type Response = { status: number; type: string; body: string }

/** Parses an OpenAPI 3.1 document; throws when it is not one. */
export function readApiDocument(document: unknown): ApiDocument {
  const { paths } = apiDocument.parse(resolveReferences(document, document))
  // Not optimized: most validators check few values.
  const ajv = new Ajv2020({ strict: false, allErrors: false, code: { optimize: false } })
  addFormats.default(ajv)
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ ...described, method, path })),
  )
  const validators = new Map<string, ValidateFunction>()

  /** Equal schemas, such as that of errors, are compiled once. */
  function validatorOf(described: Schema): ValidateFunction {
    const key = JSON.stringify(described)
    const known = validators.get(key) ?? ajv.compile(described)
    validators.set(key, known)
    return known
  }

  return {
    operations,
    objection: (operationId, { status, type, body }) => {
      const operation = operations.find((known) => known.operationId === operationId)
      if (operation === undefined) return 'is no call of the document'
      if (status >= 500) return `responds ${status}`
      const response =
        operation.responses[status] ?? (OF_ANY_REQUEST.includes(status) ? operation.responses.default : undefined)
      if (response === undefined) return `responds ${status}, which is not documented`
      if (response.content === undefined) return null
      const described = Object.entries(response.content).find(([range]) => matches(type, range))
      if (described === undefined) return `responds ${status} with ${type || 'no type'}, which is not documented`
      const [range, { schema: responseSchema }] = described
      if (responseSchema === undefined || range !== 'application/json') return null
      const validate = validatorOf(responseSchema)
      if (validate(JSON.parse(body))) return null
      return `responds ${status} with a body that is not documented: ${ajv.errorsText(validate.errors)}`
    },
    wrongExamples: () =>
      operations.flatMap((operation) =>
        examplesOf(operation).flatMap(({ place, described, example }) => {
          const validate = validatorOf(described)
          if (validate(example)) return []
          return [`${operation.operationId} at ${place.join('.')}: ${ajv.errorsText(validate.errors)}`]
        }),
      ),
  }
}

type Example = { place: string[]; described: Schema; example: unknown }

/** The examples of parameters, request bodies and responses. */
function examplesOf({ parameters = [], requestBody, responses }: Operation): Example[] {
  const contents = [
    ...Object.entries(requestBody?.content ?? {}).map(([type, media]) => {
      return { place: ['requestBody', 'content', type], ...media }
    }),
    ...Object.entries(responses).flatMap(([status, { content: types = {} }]) =>
      Object.entries(types).map(([type, media]) => ({ place: ['responses', status, 'content', type], ...media })),
    ),
  ]
  const all = [...contents, ...parameters.map((one, index) => ({ place: ['parameters', String(index)], ...one }))]
  return all.flatMap(({ place, schema: described, example }) =>
    described === undefined || example === undefined ? [] : [{ place, described, example }],
  )
}

/** A part of the document with references to components resolved; none is recursive. */
function resolveReferences(part: unknown, document: unknown): unknown {
  if (Array.isArray(part)) return part.map((member) => resolveReferences(member, document))
  if (typeof part !== 'object' || part === null) return part
  if ('$ref' in part) return resolveReferences(findReference(String(part.$ref), document), document)
  return Object.fromEntries(Object.entries(part).map(([key, member]) => [key, resolveReferences(member, document)]))
}

function findReference(reference: string, document: unknown): unknown {
  return reference
    .split('/')
    .slice(1)
    .reduce((place, key) => z.record(z.string(), z.unknown()).parse(place)[key], document)
}

/** Whether a media type matches a range such as `image/*`. */
function matches(type: string, range: string): boolean {
  const bare = type.split(';', 1)[0]?.trim() ?? ''
  return range.endsWith('/*') ? bare.startsWith(range.slice(0, -1)) : bare === range
}
