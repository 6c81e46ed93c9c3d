import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withoutSchemas } from './strip-schemas.ts'

const MODULE = `
import * as z from 'zod/mini'
import { asText } from './coercion.ts'
import { customerName, isEmail } from './customer.ts'
import { price } from './catalog.ts'
const name = z.string().check(z.minLength(1))
export const wireThing = z.object({ name, customerName, price, email: z.refine(isEmail) })
export const findThing = defineEndpoint({
  method: 'GET',
  path: '/api/thing/:id',
  summary: 'Finds a thing',
  description: 'Finds a thing by its id.',
  tag: 'things',
  params: z.object({ id: name }),
  bearer: 'optional',
  response: wireThing,
  errors: ['not_found'],
  parse: asText,
})
export const check = isEmail
`

test('removes schemas and documentation from an endpoint, and keeps the rest', () => {
  const stripped = withoutSchemas(MODULE)
  expect(stripped).not.toMatch(/zod|z\.|wireThing|summary|description|tag|errors|customerName|price|catalog/)
  expect(stripped).toContain("import { asText } from './coercion.ts'")
  expect(stripped).toMatch(/import \{\s*isEmail\s*\} from '\.\/customer\.ts'/)
  for (const rest of [
    "method: 'GET'",
    "path: '/api/thing/:id'",
    "bearer: 'optional'",
    'parse: asText',
    'export const check = isEmail',
  ]) {
    expect(stripped).toContain(rest)
  }
})

/** It exports functions that make schemas, and is only imported for schemas. */
const SCHEMAS_ONLY = 'field-schemas.ts'

test('removes every schema from the contract, and no other export', () => {
  const folder = `${import.meta.dirname}/../contract`
  const files = readdirSync(folder).filter((name) => /^[\w-]+\.ts$/.test(name) && name !== SCHEMAS_ONLY)
  for (const file of files) {
    const code = readFileSync(`${folder}/${file}`, 'utf8')
    const stripped = withoutSchemas(code)
    expect(stripped.replace(/^export type .*$/gm, ''), file).not.toMatch(/\bz\.\w+\(/)
    expect(stripped, file).not.toContain(SCHEMAS_ONLY)
    const functions = (text: string) => text.match(/^export (?:async )?function \w+|^export class \w+/gm)
    expect(functions(stripped), file).toEqual(functions(code))
  }
})
