import fc, { type Arbitrary } from 'fast-check'
import { anyCharacter } from '../harness/any-character.ts'
import type { Operation, Schema } from './api-document.ts'

/** A request of the fuzz run, as `inject` takes it. */
export type FuzzRequest = {
  operationId: string
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  /** The body as text; `null` without one. */
  payload: string | null
  remoteAddress: string
}

/** Texts that have broken parsers, databases or pages elsewhere. */
const HOSTILE_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  "'; drop table orders; --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '%00',
  '%E0%A4%A',
  '__proto__',
  'constructor',
  'toString',
  '#',
  '-1',
  '0',
  '1e309',
  '9007199254740993',
  '99999999999999999999999999',
  'NaN',
  'null',
  '\u202Eabc',
  '\uD800',
  'ﬁ\u212Aé',
  '٣',
  '={{7*7}}',
  'a@b.co\r\nBcc: x@y.zz',
  'x'.repeat(1001),
  '🎒'.repeat(200),
]

const hostileNumber = fc.constantFrom(0, -0, -1, 0.1, 1e21, -1e308, 2 ** 31, 2 ** 53, 2 ** 53 + 2, 2 ** 63)
const anyText = fc.oneof(fc.constantFrom(...HOSTILE_TEXTS), fc.string({ unit: anyCharacter, maxLength: 40 }))
const anyValue = fc.oneof(anyText, hostileNumber, fc.jsonValue({ maxDepth: 3 }))

/** Sessions of the shop under test, which stay signed in, and samples of successful requests by operation id. */
export type Known = {
  tokens: readonly string[]
  /** The sessions for operations that end sessions, by operation id. */
  endingTokens: Readonly<Record<string, readonly string[]>>
  samples: Readonly<Record<string, readonly Sample[]>>
}
export type Sample = { parameters?: Readonly<Record<string, string>>; body?: unknown }

/**
 * Requests of the documented calls: the documented example or a sample, either with some values replaced, or values
 * generated from the schemas.
 */
export function arbitraryRequest(
  operations: readonly Operation[],
  { tokens, endingTokens, samples }: Known,
): Arbitrary<FuzzRequest> {
  const requests = operations.map((operation) =>
    fc
      .constantFrom<Sample>({}, ...(samples[operation.operationId] ?? []))
      .chain((sample) => requestOf(operation, sample, endingTokens[operation.operationId] ?? tokens)),
  )
  return fc.oneof(...requests)
}

function requestOf(operation: Operation, sample: Sample, tokens: readonly string[]): Arbitrary<FuzzRequest> {
  const parameters = (operation.parameters ?? []).map((parameter) => {
    return { ...parameter, example: sample.parameters?.[parameter.name] ?? parameter.example }
  })
  const query = parameters.filter((parameter) => parameter.in === 'query')
  const json = operation.requestBody?.content['application/json']
  return fc
    .record({
      path: fc.record(
        Object.fromEntries(
          parameters.filter((parameter) => parameter.in === 'path').map(({ name, ...one }) => [name, textOf(one)]),
        ),
      ),
      query: fc.record(Object.fromEntries(query.map(({ name, ...one }) => [name, textOf(one)])), {
        requiredKeys: query.filter(({ required }) => required === true).map(({ name }) => name),
      }),
      extraQuery: mostly('', fc.constantFrom('x=1', 'orderId=1&orderId=2', '__proto__=1', '%', 'a[b]=c', '&&==')),
      payload:
        json === undefined ? mostly(null, anyPayload) : payloadOf(json.schema ?? {}, sample.body ?? json.example),
      type: mostly(
        'application/json',
        fc.constantFrom('text/plain', 'application/xml', '', 'application/json;charset=x'),
      ),
      authorization: fc.oneof(
        fc.constantFrom('', ...tokens.map((token) => `Bearer ${token}`)),
        fc.constantFrom('', 'Bearer', 'Bearer x', 'Basic YTpi', `Bearer ${'x'.repeat(5000)}`),
      ),
      address: fc.integer({ min: 1, max: 0xfffffe }),
    })
    .map(({ path, query: pairs, extraQuery, payload, type, authorization, address }) => {
      const search = [
        ...Object.entries(pairs).map(([name, value]) => `${name}=${encode(value)}`),
        ...(extraQuery === '' ? [] : [extraQuery]),
      ].join('&')
      const filled = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encode(path[name] ?? ''))
      return {
        operationId: operation.operationId,
        method: operation.method === 'get' ? 'GET' : 'POST',
        url: search === '' ? filled : `${filled}?${search}`,
        headers: {
          ...(payload !== null && type !== '' ? { 'content-type': type } : {}),
          ...(authorization === '' ? {} : { authorization }),
        },
        payload,
        remoteAddress: `10.${address >> 16}.${(address >> 8) & 255}.${address & 255}`,
      }
    })
}

/** The usual value, or with a probability of 1 in `often` another one. */
function mostly<A, B>(usual: A, other: Arbitrary<B>, often = 8): Arbitrary<A | B> {
  return fc.oneof({ arbitrary: fc.constant(usual), weight: often - 1 }, { arbitrary: other, weight: 1 })
}

const anyPayload = fc.oneof(
  fc.constantFrom('', '{', 'null', '[]', '""', '{"__proto__":{"a":1}}', '[['.repeat(5000), '{"a":'.repeat(2000)),
  fc.json(),
)

/**
 * A body as bytes: the example, the example with up to three values replaced, one generated from the schema, or
 * anything.
 */
function payloadOf(schema: Schema, example: unknown): Arbitrary<string> {
  return fc.oneof(
    { arbitrary: fc.constant(JSON.stringify(example)), weight: 2 },
    { arbitrary: mutated(example).map((value) => JSON.stringify(value)), weight: 5 },
    { arbitrary: arbitraryOf(schema).map((value) => JSON.stringify(value)), weight: 3 },
    { arbitrary: anyPayload, weight: 1 },
  )
}

/** The example with up to three of its members, at any depth, replaced or removed. */
function mutated(example: unknown): Arbitrary<unknown> {
  const change = fc.record({ at: fc.nat(), value: fc.oneof(anyValue, fc.constant(undefined)) })
  return fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) => {
    const copy: unknown = structuredClone(example)
    for (const { at, value } of changes) {
      const places = membersOf(copy)
      const place = places[at % places.length]
      if (place !== undefined) Reflect.set(place.owner, place.key, value)
    }
    return copy
  })
}

function membersOf(value: unknown): { owner: object; key: string }[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) => [{ owner: value, key }, ...membersOf(member)])
}

/** A parameter's value as text: its example, one generated from the schema, or anything. */
function textOf({ schema, example }: { schema: Schema; example?: unknown }): Arbitrary<string> {
  return fc.oneof(
    { arbitrary: fc.constant(String(example ?? '')), weight: 4 },
    { arbitrary: arbitraryOf(schema).map(String), weight: 2 },
    { arbitrary: anyText, weight: 2 },
  )
}

/** Values that match a JSON Schema, as far as the document uses it; sometimes beyond its limits. */
function arbitraryOf(schema: Schema): Arbitrary<unknown> {
  return mostly<unknown, unknown>(undefined, anyValue, 12).chain((beyond) =>
    beyond === undefined ? withinSchema(schema) : fc.constant(beyond),
  )
}

function withinSchema(schema: Schema): Arbitrary<unknown> {
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]))
  if ('const' in schema) return fc.constant(schema.const)
  if (Array.isArray(schema.anyOf)) return fc.oneof(...(schema.anyOf as Schema[]).map(arbitraryOf))
  switch (schema.type) {
    case 'string':
      return fc.oneof(anyText, fc.string({ minLength: numberOf(schema.minLength, 0), maxLength: 60 }))
    case 'integer':
      return fc.integer({ min: numberOf(schema.minimum, -(2 ** 31)), max: numberOf(schema.maximum, 2 ** 31) })
    case 'number':
      return fc.oneof(fc.integer(), hostileNumber)
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(arbitraryOf((schema.items ?? {}) as Schema), { maxLength: 5 })
    case 'object': {
      const properties = (schema.properties ?? {}) as Record<string, Schema>
      return fc.record(Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, arbitraryOf(one)])), {
        requiredKeys: (schema.required ?? []) as string[],
      })
    }
    default:
      return anyValue
  }
}

function numberOf(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise
}

/** Percent-encodes for a path or query; lone surrogates, which cannot be encoded, are replaced. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
