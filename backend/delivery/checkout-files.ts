import { keysOf } from '@shop/contract/http/coercion'
import { toMillionths } from '@shop/contract/money'
import { cleanText } from '@shop/contract/text/clean-text'
import * as z from 'zod/mini'
import '../platform/lib/zod-locale.ts'
import { join } from 'node:path'
import { DELIVERY_FIELDS, type DeliveryOption } from '@shop/contract/delivery/calls'
import { fromWire, storedFields } from '@shop/contract/http/fields'
import { fileShape, inputShape, wireShape } from '@shop/contract/http/fields-schemas'
import { US_STATES } from '@shop/contract/tax/calls'
import type { Json } from '../admin/audit/audit.repository.ts'
import { bumpCatalogVersion } from '../platform/database/catalog-version/catalog-version.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import { CATALOG_FOLDER, readText } from '../platform/lib/files.ts'
import type { TaxState, ZipTaxRate } from '../tax/sales-tax.repository.ts'
import type { TaxSource } from './checkout.repository.ts'
import { hasTaxRates, replaceDeliveryAndTax, type StoredTaxRate, type TaxTable } from './checkout.repository.ts'

const trimmed = (max: number) => z.string().check(cleanText(), z.trim(), z.minLength(1), z.maxLength(max))

/** A row of catalog/delivery-options.json. Strict, so that a misspelt field is an error. */
const deliveryOption = z.strictObject({
  ...fileShape(DELIVERY_FIELDS),
  delivery_type_id: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,40}$/, 'must be letters, digits, - and _')),
})

const deliveryFile = z.array(deliveryOption)

/** The same as the admin sends them. */
const adminOptions = z.array(
  z.strictObject({
    ...inputShape(storedFields(DELIVERY_FIELDS)),
    delivery_type_id: deliveryOption.shape.delivery_type_id,
  }),
)

const STATES = keysOf(US_STATES)

/** catalog/tax-rates.json: the source of the figures, and a rate for each of the 50 states. */
const taxFile = z.strictObject({
  source: trimmed(500),
  published: z.iso.date(),
  note: trimmed(2000),
  rates: z.record(
    z.enum(STATES),
    z.number('has no rate').check(z.minimum(0), z.maximum(1, 'must be a fraction, such as 0.0946')),
  ),
})

/** A validation error; `field` is empty when it concerns the whole file. */
export type FileError = { file: string; field: string; message: string }

export type DeliveryAndTax = { options: DeliveryOption[]; rates: StoredTaxRate[]; source?: TaxSource }
type ParsedCheckoutFiles = { found: DeliveryAndTax; errors: [] } | { found: null; errors: FileError[] }

/** Parses and validates both files; returns all data, or every error. */
export function parseCheckoutFiles(texts: { delivery: string; tax: string }): ParsedCheckoutFiles {
  const [delivery, tax] = [parseDeliveryFile(texts.delivery), parseTaxFile(texts.tax)]
  const errors = [...delivery.errors, ...tax.errors]
  if (delivery.found === null || tax.found === null) return { found: null, errors }
  const { rates, ...source } = tax.found
  return { found: { options: delivery.found, rates: [...rates], source }, errors: [] }
}

export type Parsed<T> = { found: T; errors: [] } | { found: null; errors: FileError[] }

/** Reads and checks delivery options in the format of catalog/delivery-options.json. */
function parseDeliveryFile(text: string, name = 'delivery-options.json'): Parsed<DeliveryOption[]> {
  const { data, errors } = readFile(name, text, deliveryFile)
  if (data === null) return { found: null, errors }
  return withoutRepeated(data.map(toOption), name)
}

/** Checks delivery options that were edited in the admin, by the rules of the file. */
export function checkDeliveryOptions(value: unknown): Parsed<DeliveryOption[]> {
  const { data, errors } = checkValue('', value, adminOptions)
  return data === null ? { found: null, errors } : withoutRepeated(data, '')
}

function withoutRepeated(options: DeliveryOption[], name: string): Parsed<DeliveryOption[]> {
  const errors = repeated(options, name)
  return errors.length > 0 ? { found: null, errors } : { found: options, errors: [] }
}

/** Reads and checks tax rates in the format of catalog/tax-rates.json. */
export function parseTaxFile(text: string, name = 'tax-rates.json'): Parsed<TaxTable> {
  const { data, errors } = readFile(name, text, taxFile)
  if (data === null) return { found: null, errors }
  const { rates, ...source } = data
  const stored = STATES.map((state) => ({ state, rate_millionths: toMillionths(rates[state]) }))
  return { found: { ...source, rates: stored.sort((a, b) => (a.state < b.state ? -1 : 1)) }, errors: [] }
}

function toOption(row: z.output<typeof deliveryOption>): DeliveryOption {
  return fromWire(DELIVERY_FIELDS, row)
}

export function parseStoredDeliveryOptions(value: Json): DeliveryOption[] {
  return z.parse(z.array(z.object(wireShape(storedFields(DELIVERY_FIELDS)))), value)
}

export function parseStoredTaxTable(value: Json): TaxTable {
  const rate = z.object({ state: z.enum(STATES), rate_millionths: z.int() })
  const text = z.string()
  return z.parse(z.object({ source: text, published: text, note: text, rates: z.array(rate) }), value)
}

export function parseStoredTaxStates(value: Json): TaxState[] {
  const flag = z.int()
  const state = z.object({ state: z.string(), collected: flag, delivery_taxed: flag, permit: z.string() })
  return z.parse(z.array(state), value)
}

export function parseStoredZipRates(value: Json): ZipTaxRate[] {
  const text = z.string()
  const rate = z.object({ state: text, first_zip: text, last_zip: text, rate_millionths: z.int() })
  return z.parse(z.array(rate), value)
}

type Checked<S extends z.ZodMiniType> = { data: z.output<S> | null; errors: FileError[] }

function readFile<S extends z.ZodMiniType>(file: string, text: string, schema: S): Checked<S> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unreadable'
    return { data: null, errors: [{ file, field: '', message: `the file is not valid JSON: ${reason}` }] }
  }
  return checkValue(file, value, schema)
}

function checkValue<S extends z.ZodMiniType>(file: string, value: unknown, schema: S): Checked<S> {
  const result = z.safeParse(schema, value)
  if (result.success) return { data: result.data, errors: [] }
  const errors = result.error.issues.map(({ path, message }) => ({ file, field: path.join('.'), message }))
  return { data: null, errors }
}

function repeated(options: readonly { delivery_type_id: string }[], file: string): FileError[] {
  const ids = options.map((option) => option.delivery_type_id)
  return ids.flatMap((id, index) =>
    ids.indexOf(id) === index ? [] : [{ file, field: `${index}.delivery_type_id`, message: `"${id}" is used twice` }],
  )
}

/** Reads delivery-options.json and tax-rates.json from a folder, by default catalog/. */
export async function readCheckoutFolder(folder: string = CATALOG_FOLDER): Promise<ParsedCheckoutFiles> {
  const [delivery, tax] = await Promise.all([
    readText(join(folder, 'delivery-options.json')),
    readText(join(folder, 'tax-rates.json')),
  ])
  return parseCheckoutFiles({ delivery, tax })
}

/** Replaces the shop's delivery options and tax rates in one transaction. */
export async function importDeliveryAndTax(
  database: Database,
  { options, rates, source }: DeliveryAndTax,
): Promise<void> {
  await inTransaction(database, async (trx) => {
    await bumpCatalogVersion(trx)
    await replaceDeliveryAndTax(trx, options, rates, source)
  })
}

/** First start: loads the files of a folder, by default catalog/, into a database that never had tax rates. */
export async function loadFirstDeliveryAndTax(database: Database, folder?: string): Promise<void> {
  if (await hasTaxRates(database)) return
  const { found, errors } = await readCheckoutFolder(folder)
  if (found === null) throw new Error(errors.map((error) => `catalog/${fileErrorLine(error)}`).join('\n'))
  await importDeliveryAndTax(database, found)
}

/** An error as a line for the owner. */
export function fileErrorLine({ file, field, message }: FileError): string {
  return `${file}${field === '' ? '' : `, ${field}`}: ${message}`
}
