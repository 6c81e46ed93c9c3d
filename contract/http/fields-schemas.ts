import * as z from 'zod/mini'
import { roundToCents } from '../money.ts'
import { cleanText } from '../text/clean-text.ts'
import type { Field, Fields } from './fields.ts'

type SchemaOf<F extends Field, ByType> = F extends { values: readonly (infer Value extends string)[] }
  ? F['type'] extends 'optionalText'
    ? z.ZodMiniNullable<z.ZodMiniEnum<{ [V in Value]: V }>>
    : z.ZodMiniEnum<{ [V in Value]: V }>
  : ByType

type Schemas = Readonly<Record<Field['type'], (field: Field) => z.ZodMiniType>>
type Shape<F extends Fields, S extends Schemas> = { [K in keyof F]: SchemaOf<F[K], ReturnType<S[F[K]['type']]>> }

const WIRE_SCHEMAS = {
  text: ({ values }: Field) => (values ? z.enum(values) : z.string()),
  emptyText: () => z.string(),
  optionalText: ({ values }: Field) => z.nullable(values ? z.enum(values) : z.string()),
  optionalDay: () => z.nullable(z.string()),
  wholeNumber: () => z.int(),
  optionalWholeNumber: () => z.nullable(z.int()),
  optionalNumber: () => z.nullable(z.number()),
  amount: () => z.number(),
  optionalAmount: () => z.nullable(z.number()),
  cents: () => z.int(),
  optionalCents: () => z.nullable(z.int()),
} as const satisfies Schemas

export function wireShape<F extends Fields>(fields: F): Shape<F, typeof WIRE_SCHEMAS> {
  return schemasOf(fields, WIRE_SCHEMAS)
}

const emptyText = ({ max }: Field) => z.string().check(cleanText(), z.trim(), z.maxLength(max))
const trimmed = (max: number) => z.string().check(cleanText(), z.trim(), z.minLength(1), z.maxLength(max))
const hasWholeCents = (price: number) => Math.abs(price * 100 - roundToCents(price)) < 1e-6
const dollars = (max: number) =>
  z.number().check(z.minimum(0), z.maximum(max), z.refine(hasWholeCents, 'has more than two decimals'))

const cents = (max: number) => z.int().check(z.minimum(0), z.maximum(max))

export const day = z.iso.date({ error: 'must be a day such as 2026-11-27' })

const INPUT_SCHEMAS = {
  text: ({ max, values }: Field) => (values ? z.enum(values) : trimmed(max)),
  emptyText,
  optionalText: ({ max, values }: Field) => z.nullable(values ? z.enum(values) : trimmed(max)),
  optionalDay: () => z.nullable(day),
  wholeNumber: ({ max }: Field) => z.int().check(z.minimum(0), z.maximum(max)),
  optionalWholeNumber: ({ max }: Field) => z.nullable(z.int().check(z.minimum(0), z.maximum(max))),
  optionalNumber: ({ max }: Field) => z.nullable(z.number().check(z.positive(), z.maximum(max))),
  amount: ({ max }: Field) => dollars(max),
  optionalAmount: ({ max }: Field) => z.nullable(dollars(max)),
  cents: ({ max }: Field) => cents(max),
  optionalCents: ({ max }: Field) => z.nullable(cents(max)),
} as const satisfies Schemas

/** The schemas of an owner's input. No defaults: in a partial object they would overwrite fields that are not sent. */
export function inputShape<F extends Fields>(fields: F): Shape<F, typeof INPUT_SCHEMAS> {
  return schemasOf(fields, INPUT_SCHEMAS)
}

const DRAFT_SCHEMAS = {
  ...INPUT_SCHEMAS,
  text: (field: Field) => (field.values ? z.enum(field.values) : emptyText(field)),
} as const satisfies Schemas

export function draftShape<F extends Fields>(fields: F): Shape<F, typeof DRAFT_SCHEMAS> {
  return schemasOf(fields, DRAFT_SCHEMAS)
}

const FILE_SCHEMAS = {
  ...INPUT_SCHEMAS,
  emptyText: (field: Field) => z._default(emptyText(field), ''),
  optionalText: (field: Field) => z._default(INPUT_SCHEMAS.optionalText(field), null),
  optionalDay: () => z._default(INPUT_SCHEMAS.optionalDay(), null),
  optionalWholeNumber: (field: Field) => z._default(INPUT_SCHEMAS.optionalWholeNumber(field), null),
  optionalNumber: (field: Field) => z._default(INPUT_SCHEMAS.optionalNumber(field), null),
  optionalAmount: (field: Field) => z._default(INPUT_SCHEMAS.optionalAmount(field), null),
  optionalCents: (field: Field) => z._default(INPUT_SCHEMAS.optionalCents(field), null),
} as const satisfies Schemas

/** The schemas of a file's row, in which nullable and empty fields may be missing. */
export function fileShape<F extends Fields>(fields: F): Shape<F, typeof FILE_SCHEMAS> {
  return schemasOf(fields, FILE_SCHEMAS)
}

function schemasOf<F extends Fields, S extends Schemas>(fields: F, schemas: S): Shape<F, S> {
  const entries = Object.entries(fields).map(([name, field]) => [name, schemas[field.type](field)])
  return Object.fromEntries(entries) as Shape<F, S>
}

/** Pieces by item id. Without an entry all pieces are meant. */
export const wireQuantities = z
  .record(
    z.string().check(z.maxLength(100)),
    z.int('Please choose how many').check(z.minimum(1, 'Please choose how many')),
  )
  .check(z.refine((quantities) => Object.keys(quantities).length <= 100, 'These are too many items'))

export const version = z.int().check(z.minimum(0))
