import * as z from 'zod/mini'
import type { Field, Fields } from './fields.ts'

/** The schema of a field with listed values, otherwise the one of its type. */
type SchemaOf<F extends Field, ByType> = F extends { values: readonly (infer Value extends string)[] }
  ? F['type'] extends 'optionalText'
    ? z.ZodMiniNullable<z.ZodMiniEnum<{ [V in Value]: V }>>
    : z.ZodMiniEnum<{ [V in Value]: V }>
  : ByType

const WIRE = {
  text: ({ values }: Field) => (values ? z.enum(values) : z.string()),
  optionalText: ({ values }: Field) => z.nullable(values ? z.enum(values) : z.string()),
  wholeNumber: () => z.int(),
  optionalNumber: () => z.nullable(z.number()),
} as const

type WireShape<F extends Fields> = { [K in keyof F]: SchemaOf<F[K], ReturnType<(typeof WIRE)[F[K]['type']]>> }

/** The schema of a table of fields on the wire. The browser's build leaves this file out. */
export function wireShape<F extends Fields>(fields: F): WireShape<F> {
  // One schema per field, of its own type.
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, WIRE[field.type](field)]),
  ) as WireShape<F>
}

type FileShape<F extends Fields> = { [K in keyof F]: SchemaOf<F[K], ReturnType<(typeof FILE)[F[K]['type']]>> }

const trimmed = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))

const FILE = {
  text: ({ max, values }: Field) => (values ? z.enum(values) : trimmed(max)),
  optionalText: ({ max, values }: Field) => z._default(z.nullable(values ? z.enum(values) : trimmed(max)), null),
  wholeNumber: ({ max }: Field) => z.int().check(z.minimum(0), z.maximum(max)),
  optionalNumber: ({ max }: Field) => z._default(z.nullable(z.number().check(z.positive(), z.maximum(max))), null),
} as const

/** The schema of a table of fields in a file of the owner. */
export function fileShape<F extends Fields>(fields: F): FileShape<F> {
  // One schema per field, of its own type.
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, FILE[field.type](field)]),
  ) as FileShape<F>
}
