import { asNumber, asText } from './coercion.ts'

/** A plain field of a noun. `values`: the only texts that our own backend accepts. */
export type Field = {
  type: 'text' | 'optionalText' | 'wholeNumber' | 'optionalNumber'
  /** The longest text in characters, or the largest number. */
  max: number
  values?: readonly string[]
}
export type Fields = Readonly<Record<string, Field>>

type FieldTypes = { text: string; optionalText: string | null; wholeNumber: number; optionalNumber: number | null }

/** The type of a field's value; of its listed values, if it has any. */
export type FieldValue<F extends Field> = F extends { values: readonly (infer Value)[] }
  ? Value | Extract<FieldTypes[F['type']], null>
  : FieldTypes[F['type']]

/** The type of a table of fields, as our own backend stores and sends it. */
export type FieldValues<F extends Fields> = { [K in keyof F]: FieldValue<F[K]> }

/** The same as any backend may send it: each field may be missing (R3). */
export type ParsedFields<F extends Fields> = { [K in keyof F]: FieldTypes[F[K]['type']] | null }

export function text(max: number) {
  return { type: 'text', max } as const
}

export function textOf<const V extends readonly string[]>(values: V) {
  return { type: 'text', max: Math.max(...values.map((value) => value.length)), values } as const
}

export function optionalText(max: number) {
  return { type: 'optionalText', max } as const
}

export function optionalTextOf<const V extends readonly string[]>(values: V) {
  return { ...textOf(values), type: 'optionalText' } as const
}

export function wholeNumber() {
  return { type: 'wholeNumber', max: Number.MAX_SAFE_INTEGER } as const
}

export function optionalNumber(max: number) {
  return { type: 'optionalNumber', max } as const
}

export function parseFields<F extends Fields>(fields: F, row: Record<string, unknown>): ParsedFields<F> {
  const values = Object.entries(fields).map(([name, { type }]) => {
    return [name, type === 'text' || type === 'optionalText' ? asText(row[name]) : asNumber(row[name])]
  })
  // One entry per field, of its own type.
  return Object.fromEntries(values) as ParsedFields<F>
}

/** The fields of a table out of a row that may have more. */
export function pickFields<F extends Fields>(fields: F, row: FieldValues<F>): FieldValues<F> {
  // One entry per field, of its own type.
  return Object.fromEntries(Object.keys(fields).map((name) => [name, row[name]])) as FieldValues<F>
}
