import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ENDPOINTS } from './endpoints.ts'
import { EXAMPLES } from './examples.ts'

test('every call has an example, and there is no other', () => {
  expect(Object.keys(EXAMPLES).sort()).toEqual(Object.keys(ENDPOINTS).sort())
})

test.each(Object.entries(ENDPOINTS))("the example of %s matches the call's request and response", (name, endpoint) => {
  const example = EXAMPLES[name]
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part]
    if (schema === undefined) expect(example?.[part]).toBeUndefined()
    else expect(z.safeParse(schema, example?.[part]).error?.issues).toBeUndefined()
  }
  expect(z.safeParse(endpoint.response, example?.response).error?.issues).toBeUndefined()
  expect(() => endpoint.parse(example?.response)).not.toThrow()
})
