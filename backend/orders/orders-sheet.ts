import type { ImportColumns, ImportField } from '@shop/contract/admin/orders-import'
import { IMPORT_FIELDS } from '@shop/contract/admin/orders-import'
import { CsvError, type Info, parse } from 'csv-parse/sync'
import type { OrderFileError } from './orders-file.ts'

/** A row's cells by field; `row` is numbered as in the spreadsheet, the header being row 1. */
export type SheetRow = { row: number; cells: Record<string, string> }
export type Sheet = { headers: string[]; samples: string[][]; rows: SheetRow[]; errors: OrderFileError[] }

type Parsed = { record: string[]; info: Pick<Info, 'records' | 'empty_lines'> }

const SAMPLES = 3

/** Rows of a table that the admin takes at once: each can have a dozen errors, which are all in memory. */
export const MAX_ROWS = 50_000

/**
 * Parses a table with a header, separated by commas, semicolons or tabs as spreadsheets do. `columns` says where each
 * field is; with `null` columns are named after the fields, and any other name is an error.
 */
export function parseSheet(text: string, columns: ImportColumns | null, maxRows: number | null): Sheet {
  const errors: OrderFileError[] = []
  const [header, ...lines] = parseRecords(text, errors, maxRows)
  const headers = header?.record ?? []
  const names = columns === null ? headers : namesOf(headers, columns)
  if (columns === null) errors.push(...repeated(headers))
  return {
    headers,
    samples: lines.slice(0, SAMPLES).map(({ record }) => record),
    rows: lines.map(({ record, info }) => ({
      // A spreadsheet counts empty lines, but not the lines within a cell.
      row: info.records + info.empty_lines,
      cells: Object.fromEntries(
        record.flatMap((cell, index) => {
          const name = names[index]
          return name === undefined || cell === '' ? [] : [[name, cell]]
        }),
      ),
    })),
    errors,
  }
}

function namesOf(headers: readonly string[], columns: ImportColumns): (string | undefined)[] {
  const byColumn = new Map(Object.entries(columns).map(([field, column]) => [column, field]))
  return headers.map((_, column) => byColumn.get(column))
}

/** Of two columns with the same name only one could be read. */
function repeated(names: readonly string[]): OrderFileError[] {
  return names
    .filter((name, index) => names.indexOf(name) < index)
    .map((field) => ({ row: 1, field, message: 'is a column twice' }))
}

function parseRecords(text: string, errors: OrderFileError[], maxRows: number | null): Parsed[] {
  const parsed: Parsed[] = []
  const table = text.replace(/^\uFEFF/, '')
  const keep = (record: string[], { records, empty_lines }: Parsed['info']) => {
    parsed.push({ record, info: { records, empty_lines } })
    return null
  }
  try {
    const options = { delimiter: delimiterOf(table), skip_empty_lines: true, trim: true, on_record: keep }
    // The header, and one row more.
    parse(table, maxRows === null ? options : { ...options, to: maxRows + 2 })
    if (maxRows === null || parsed.length < maxRows + 2) return parsed
    const message = `the table has more than ${maxRows.toLocaleString('en-US')} rows; import it in parts`
    errors.push({ row: maxRows + 2, field: '', message })
    return []
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    errors.push({
      row: 1 + countOf(error, 'records') + countOf(error, 'empty_lines'),
      field: '',
      message: `is no CSV that can be read (${error.code})`,
    })
    return []
  }
}

/** What separates the names of the columns; cells that are copied from a spreadsheet have tabs between them. */
function delimiterOf(text: string): string {
  const header = text.trimStart().split('\n', 1)[0] ?? ''
  const counts = ['\t', ';', ','].map((sign) => [header.split(sign).length, sign] as const)
  return counts.reduce((best, one) => (one[0] > best[0] ? one : best))[1]
}

function countOf(error: CsvError, name: string): number {
  const count: unknown = Reflect.get(error, name)
  return typeof count === 'number' ? count : 0
}

/** Names that other shops' spreadsheets give to the fields, in letters and figures alone. */
const OTHER_NAMES: Readonly<Record<string, ImportField>> = {
  order: 'order_id',
  ordernumber: 'order_id',
  orderno: 'order_id',
  number: 'order_id',
  date: 'order_date',
  firstname: 'first_name',
  lastname: 'last_name',
  surname: 'last_name',
  mail: 'email',
  emailaddress: 'email',
  customeremail: 'email',
  address: 'delivery_address',
  shippingaddress: 'delivery_address',
  shipto: 'delivery_address',
  street: 'delivery_address',
  shippingstreet: 'delivery_address',
  address2: 'delivery_address_2',
  shippingaddress2: 'delivery_address_2',
  street2: 'delivery_address_2',
  city: 'delivery_city',
  shipcity: 'delivery_city',
  shippingcity: 'delivery_city',
  state: 'delivery_state',
  province: 'delivery_state',
  shipstate: 'delivery_state',
  shippingstate: 'delivery_state',
  shippingprovince: 'delivery_state',
  zip: 'delivery_zip',
  zipcode: 'delivery_zip',
  postalcode: 'delivery_zip',
  shipzipcode: 'delivery_zip',
  shippingzip: 'delivery_zip',
  country: 'delivery_country',
  shipcountry: 'delivery_country',
  shippingcountry: 'delivery_country',
  sku: 'product_id',
  product: 'product_name',
  item: 'product_name',
  itemname: 'product_name',
  unitprice: 'price',
  itemprice: 'price',
  qty: 'quantity',
  amount: 'quantity',
  status: 'order_status',
  tracking: 'tracking_number',
  tax: 'tax_amount',
  salestax: 'tax_amount',
  taxrate: 'combined_tax_rate',
  delivery: 'delivery_cost',
  shipping: 'delivery_cost',
  shippingcost: 'delivery_cost',
}

/** The columns whose names say what they hold; the first one of each field. */
export function recognizeColumns(headers: readonly string[]): ImportColumns {
  const columns: ImportColumns = {}
  for (const [column, header] of headers.entries()) {
    const name = header.toLowerCase().replace(/[^a-z0-9]/g, '')
    // "Street 1" is the street, "Street 2" its second line.
    const field = fieldNamed(name) ?? fieldNamed(name.replace(/1$/, ''))
    if (field !== undefined && columns[field] === undefined) columns[field] = column
  }
  return columns
}

function fieldNamed(name: string): ImportField | undefined {
  const field = IMPORT_FIELDS.find((one) => one.replaceAll('_', '') === name)
  return field ?? (Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name] : undefined)
}
