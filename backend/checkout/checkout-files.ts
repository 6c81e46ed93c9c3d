import type { DeliveryOption } from '@shop/contract/delivery'
import { roundToCents } from '@shop/contract/money'
import { type StateCode, US_STATES } from '@shop/contract/tax'
import * as z from 'zod/mini'
import type { StoredTaxRate } from './checkout.repository.ts'

const words = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))
const hasWholeCents = (cost: number) => Math.abs(cost * 100 - Math.round(cost * 100)) < 1e-6

/** catalog/delivery-options.json. Strict, so that a misspelt field is an error. */
const deliveryFile = z.array(
  z.strictObject({
    delivery_type_id: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,40}$/, 'must be letters, digits, - and _')),
    provider_name: words(100),
    delivery_type: words(100),
    display_text: words(200),
    delivery_cost: z
      .number()
      .check(z.minimum(0), z.maximum(10_000), z.refine(hasWholeCents, 'has more than two decimals')),
    estimated_days: z.int().check(z.minimum(0), z.maximum(365)),
  }),
)

const STATES = Object.keys(US_STATES) as StateCode[]

/** catalog/tax-rates.json: the source of the figures, and a rate for each of the 50 states. */
const taxFile = z.strictObject({
  source: words(500),
  published: z.iso.date(),
  note: words(2000),
  rates: z.record(
    z.enum(STATES),
    z.number('has no rate').check(z.minimum(0), z.maximum(1, 'must be a fraction, such as 0.0946')),
  ),
})

/** A validation error; `field` is empty when it concerns the whole file. */
export type FileError = { file: string; field: string; message: string }

export type DeliveryAndTax = { options: DeliveryOption[]; rates: StoredTaxRate[] }
export type ParsedCheckoutFiles = { found: DeliveryAndTax; errors: [] } | { found: null; errors: FileError[] }

/** Parses and validates both files; returns all data, or every error. */
export function parseCheckoutFiles(texts: { delivery: string; tax: string }): ParsedCheckoutFiles {
  const delivery = readFile('delivery-options.json', texts.delivery, deliveryFile)
  const tax = readFile('tax-rates.json', texts.tax, taxFile)
  const errors = [...delivery.errors, ...tax.errors, ...repeated(delivery.data ?? [])]
  if (delivery.data === null || tax.data === null || errors.length > 0) return { found: null, errors }
  const { rates } = tax.data
  const options = delivery.data.map(({ delivery_cost, ...option }) => {
    return { ...option, delivery_cost_cents: roundToCents(delivery_cost) }
  })
  const stored = STATES.map((state) => ({ state, rate_millionths: Math.round(rates[state] * 1_000_000) }))
  return { found: { options, rates: stored }, errors: [] }
}

function readFile<S extends z.ZodMiniType>(
  file: string,
  text: string,
  schema: S,
): { data: z.output<S> | null; errors: FileError[] } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unreadable'
    return { data: null, errors: [{ file, field: '', message: `the file is not valid JSON: ${reason}` }] }
  }
  const result = z.safeParse(schema, value)
  if (result.success) return { data: result.data, errors: [] }
  const errors = result.error.issues.map(({ path, message }) => ({ file, field: path.join('.'), message }))
  return { data: null, errors }
}

function repeated(options: readonly { delivery_type_id: string }[]): FileError[] {
  const ids = options.map((option) => option.delivery_type_id)
  return ids.flatMap((id, index) =>
    ids.indexOf(id) === index
      ? []
      : [{ file: 'delivery-options.json', field: `${index}.delivery_type_id`, message: `"${id}" is used twice` }],
  )
}
