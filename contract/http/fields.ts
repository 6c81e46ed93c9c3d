import { dollars, parseCents, roundToCents } from '../money.ts'
import { asNumber, asRecord, asText } from './coercion.ts'

/** A plain field of a noun. Amounts are in dollars in shoppers' calls and files, elsewhere in cents. */
export type Field = {
  type: keyof FieldTypes
  /** The longest text in characters, or the largest number; of an amount the most dollars, of cents the most cents. */
  max: number
  values?: readonly string[]
}
export type Fields = Readonly<Record<string, Field>>

type FieldTypes = {
  text: string
  emptyText: string
  optionalText: string | null
  optionalDay: string | null
  wholeNumber: number
  optionalWholeNumber: number | null
  optionalNumber: number | null
  amount: number
  optionalAmount: number | null
  cents: number
  optionalCents: number | null
}

type FieldValue<F extends Field> = F extends { values: readonly (infer Value)[] }
  ? Value | Extract<FieldTypes[F['type']], null>
  : FieldTypes[F['type']]

export type StoredName<Name extends string, F extends Field> = F['type'] extends 'amount' | 'optionalAmount'
  ? `${Name}_cents`
  : Name

export type StoredFields<F extends Fields> = {
  [K in keyof F & string as StoredName<K, F[K]>]: StoredField<F[K]>
}

type StoredField<F extends Field> = F['type'] extends 'amount'
  ? { type: 'cents'; max: number }
  : F['type'] extends 'optionalAmount'
    ? { type: 'optionalCents'; max: number }
    : F

export type FieldValues<F extends Fields> = {
  [K in keyof F & string as StoredName<K, F[K]>]: FieldValue<F[K]>
}

export type WireValues<F extends Fields> = { [K in keyof F]: FieldValue<F[K]> }

/** Fields as any backend may send them (R3): each may be missing, except `Known`. */
export type ParsedFields<F extends Fields, Known extends keyof F = never> = {
  [K in keyof F & string as StoredName<K, F[K]>]:
    | Exclude<FieldTypes[F[K]['type']], null>
    | (K extends Known ? never : null)
}

// The annotations let the browser's build drop tables that it does not use.

/* @__NO_SIDE_EFFECTS__ */
export function text(max: number) {
  return { type: 'text', max } as const
}

/* @__NO_SIDE_EFFECTS__ */
export function emptyText(max: number) {
  return { type: 'emptyText', max } as const
}

/* @__NO_SIDE_EFFECTS__ */
export function textOf<const V extends readonly string[]>(values: V) {
  return { type: 'text', max: Math.max(...values.map((value) => value.length)), values } as const
}

/* @__NO_SIDE_EFFECTS__ */
export function optionalText(max: number) {
  return { type: 'optionalText', max } as const
}

/* @__NO_SIDE_EFFECTS__ */
export function optionalTextOf<const V extends readonly string[]>(values: V) {
  return { ...textOf(values), type: 'optionalText' } as const
}

/* @__NO_SIDE_EFFECTS__ */
export function optionalDay() {
  return { type: 'optionalDay', max: 10 } as const
}

/* @__NO_SIDE_EFFECTS__ */
export function wholeNumber(max = Number.MAX_SAFE_INTEGER) {
  return { type: 'wholeNumber', max } as const
}

/* @__NO_SIDE_EFFECTS__ */
export function optionalWholeNumber(max: number) {
  return { type: 'optionalWholeNumber', max } as const
}

/* @__NO_SIDE_EFFECTS__ */
export function optionalNumber(max: number) {
  return { type: 'optionalNumber', max } as const
}

/* @__NO_SIDE_EFFECTS__ */
export function amount(max: number) {
  return { type: 'amount', max } as const
}

/* @__NO_SIDE_EFFECTS__ */
export function optionalAmount(max: number) {
  return { type: 'optionalAmount', max } as const
}

export function isText({ type }: Field): boolean {
  return type === 'text' || type === 'emptyText' || type === 'optionalText' || type === 'optionalDay'
}

export function isAmount({ type }: Field): boolean {
  return type === 'amount' || type === 'optionalAmount'
}

export function isCents({ type }: Field): boolean {
  return type === 'cents' || type === 'optionalCents'
}

export function isOptional({ type }: Field): boolean {
  return type.startsWith('optional')
}

export function mayBeMissing(field: Field): boolean {
  return isOptional(field) || field.type === 'emptyText'
}

const IN_CENTS = { amount: 'cents', optionalAmount: 'optionalCents' } as const

export function storedFields<F extends Fields>(fields: F): StoredFields<F> {
  const stored = Object.entries(fields).map(([name, field]) => {
    const { type, max } = field
    if (type !== 'amount' && type !== 'optionalAmount') return [name, field]
    return [storedName(name, field), { type: IN_CENTS[type], max: roundToCents(max) }]
  })
  // One entry per field, of its own type.
  return Object.fromEntries(stored) as StoredFields<F>
}

export function storedNames(fields: Fields): string[] {
  return Object.entries(fields).map(([name, field]) => storedName(name, field))
}

function storedName(name: string, field: Field): string {
  return isAmount(field) ? `${name}_cents` : name
}

/** Counts of other backends are parsed one by one, since each treats a missing one differently. */
type ParsableFields = Readonly<
  Record<string, Field & { type: 'text' | 'emptyText' | 'optionalText' | 'optionalNumber' | 'amount' }>
>

/** Parses the fields of any backend's row; missing or malformed ones are `null` (R3). */
export function parseFields<F extends ParsableFields>(fields: F, row: Record<string, unknown>): ParsedFields<F> {
  const values = Object.entries(fields).map(([name, field]) => [storedName(name, field), parseField(field, row[name])])
  return Object.fromEntries(values) as ParsedFields<F>
}

function parseField(field: Field, value: unknown): string | number | null {
  if (isAmount(field)) return parseCents(value)
  return isText(field) ? asText(value) : asNumber(value)
}

type EmptyFields<F extends Fields> = { [K in keyof F & string as StoredName<K, F[K]>]: null }

export function emptyFields<F extends Fields>(fields: F): EmptyFields<F> {
  return Object.fromEntries(storedNames(fields).map((name) => [name, null])) as EmptyFields<F>
}

export function pickFields<F extends Fields>(fields: F, row: FieldValues<F>): FieldValues<F> {
  const values = asRecord(row) ?? {}
  return Object.fromEntries(storedNames(fields).map((name) => [name, values[name]])) as FieldValues<F>
}

export function toWire<F extends Fields>(fields: F, row: FieldValues<F>): WireValues<F> {
  const values: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields)) {
    const value: unknown = Reflect.get(row, storedName(name, field))
    values[name] = isAmount(field) && typeof value === 'number' ? dollars(value) : value
  }
  return values as WireValues<F>
}

export function fromWire<F extends Fields>(fields: F, row: WireValues<F>): FieldValues<F> {
  const values = asRecord(row) ?? {}
  const entries = Object.entries(fields).map(([name, field]) => {
    const value = values[name]
    return [storedName(name, field), isAmount(field) && typeof value === 'number' ? roundToCents(value) : value]
  })
  return Object.fromEntries(entries) as FieldValues<F>
}
