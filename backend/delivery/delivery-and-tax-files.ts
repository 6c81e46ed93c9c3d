import { join } from 'node:path'
import { DELIVERY_FIELDS, type DeliveryOption } from '@shop/contract/delivery/calls'
import { fromWire, storedFields } from '@shop/contract/http/fields'
import { fileShape, inputShape, wireShape } from '@shop/contract/http/fields-schemas'
import { isUnusualTaxRate, USUAL_TAX_RATES } from '@shop/contract/tax/calls'
import * as z from 'zod/mini'
import type { Json } from '../admin/audit/canonical-json.ts'
import { bumpCatalogVersion } from '../platform/database/catalog-version/catalog-version.ts'
import { type Database, inTransaction, type Trx } from '../platform/database/database.ts'
import { CATALOG_FOLDER, readText } from '../platform/lib/files.ts'
import { checkValue, type FileError, fileErrorLine, type Parsed, parseJsonFile } from '../platform/lib/json-file.ts'
import { parseTaxFile } from '../tax/state-rates-file.ts'
import {
  hasTaxRates,
  replaceTaxTable,
  type StoredTaxRate,
  type TaxSource,
  UNKNOWN_SOURCE,
} from '../tax/tax-rates.repository.ts'
import { replaceDeliveryOptionRows } from './delivery.repository.ts'

/** Strict: a misspelt field is an error. */
const deliveryOption = z.strictObject({
  ...fileShape(DELIVERY_FIELDS),
  delivery_type_id: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,40}$/, 'must be letters, digits, - and _')),
})

const deliveryFile = z.array(deliveryOption)

const adminOptions = z.array(
  z.strictObject({
    ...inputShape(storedFields(DELIVERY_FIELDS)),
    delivery_type_id: deliveryOption.shape.delivery_type_id,
  }),
)

export type DeliveryAndTax = { options: DeliveryOption[]; rates: StoredTaxRate[]; source?: TaxSource }
type ParsedCheckoutFiles = { found: DeliveryAndTax; errors: [] } | { found: null; errors: FileError[] }

/** Returns all data, or every error. */
export function parseCheckoutFiles(texts: { delivery: string; tax: string }): ParsedCheckoutFiles {
  const [delivery, tax] = [parseDeliveryFile(texts.delivery), parseTaxFile(texts.tax)]
  const errors = [...delivery.errors, ...tax.errors, ...unusualRates(tax.found?.rates ?? [])]
  if (errors.length > 0 || delivery.found === null || tax.found === null) return { found: null, errors }
  const { rates, ...source } = tax.found
  return { found: { options: delivery.found, rates: [...rates], source }, errors: [] }
}

/** Rates that are probably mistyped percents or fractions. The admin takes them once confirmed. */
function unusualRates(rates: readonly StoredTaxRate[]): FileError[] {
  return rates
    .map(({ state, rate_millionths }) => ({ state, percent: rate_millionths / 10_000 }))
    .filter(({ percent }) => isUnusualTaxRate(percent))
    .map(({ state, percent }) => ({
      file: 'tax-rates.json',
      field: `rates.${state}`,
      message: `${percent}% is unusual, most rates are ${USUAL_TAX_RATES}. Set such a rate in the admin`,
    }))
}

/** In the format of catalog/delivery-options.json. */
function parseDeliveryFile(text: string, name = 'delivery-options.json'): Parsed<DeliveryOption[]> {
  const { data, errors } = parseJsonFile(name, text, deliveryFile)
  if (data === null) return { found: null, errors }
  return withoutRepeated(data.map(toOption), name)
}

/** By the rules of the file. */
export function checkDeliveryOptions(value: unknown): Parsed<DeliveryOption[]> {
  const { data, errors } = checkValue('', value, adminOptions)
  return data === null ? { found: null, errors } : withoutRepeated(data, '')
}

function withoutRepeated(options: DeliveryOption[], name: string): Parsed<DeliveryOption[]> {
  const errors = repeated(options, name)
  return errors.length > 0 ? { found: null, errors } : { found: options, errors: [] }
}

function toOption(row: z.output<typeof deliveryOption>): DeliveryOption {
  return fromWire(DELIVERY_FIELDS, row)
}

export function parseStoredDeliveryOptions(value: Json): DeliveryOption[] {
  return z.parse(z.array(z.object(wireShape(storedFields(DELIVERY_FIELDS)))), value)
}

function repeated(options: readonly { delivery_type_id: string }[], file: string): FileError[] {
  const ids = options.map((option) => option.delivery_type_id)
  return ids.flatMap((id, index) =>
    ids.indexOf(id) === index ? [] : [{ file, field: `${index}.delivery_type_id`, message: `"${id}" is used twice` }],
  )
}

/** By default from catalog/. */
export async function readCheckoutFolder(folder: string = CATALOG_FOLDER): Promise<ParsedCheckoutFiles> {
  const [delivery, tax] = await Promise.all([
    readText(join(folder, 'delivery-options.json')),
    readText(join(folder, 'tax-rates.json')),
  ])
  return parseCheckoutFiles({ delivery, tax })
}

/** In one transaction. */
export async function importDeliveryAndTax(
  database: Database,
  { options, rates, source }: DeliveryAndTax,
): Promise<void> {
  await inTransaction(database, async (trx) => {
    await bumpCatalogVersion(trx)
    await replaceDeliveryAndTax(trx, options, rates, source)
  })
}

/** At the first start, from catalog/ by default. */
export async function loadFirstDeliveryAndTax(database: Database, folder?: string): Promise<void> {
  if (await hasTaxRates(database)) return
  const { found, errors } = await readCheckoutFolder(folder)
  if (found === null) throw new Error(errors.map((error) => `catalog/${fileErrorLine(error)}`).join('\n'))
  await importDeliveryAndTax(database, found)
}

/** Bump the catalog's version first. */
export async function replaceDeliveryAndTax(
  trx: Trx,
  options: readonly DeliveryOption[],
  rates: readonly StoredTaxRate[],
  source: TaxSource = UNKNOWN_SOURCE,
): Promise<void> {
  await replaceDeliveryOptionRows(trx, options)
  await replaceTaxTable(trx, { ...source, rates })
}
