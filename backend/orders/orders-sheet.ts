import type { ImportColumns, ImportField } from '@shop/contract/admin/orders-import'
import { IMPORT_FIELDS } from '@shop/contract/admin/orders-import'
import type { Table } from '../csv-table.ts'
import type { OrderFileError } from './orders-file.ts'

/** A row's cells by field; `row` is numbered as in the spreadsheet, the header being row 1. */
export type SheetRow = { row: number; cells: Record<string, string> }
export type Sheet = { headers: string[]; samples: string[][]; rows: SheetRow[]; errors: OrderFileError[] }

const SAMPLES = 3

/** Rows of a table that the admin takes at once: each can have a dozen errors, which are all in memory. */
export const MAX_ROWS = 50_000

/**
 * The cells of a table by field. `columns` says where each field is; with `null` columns are named after the fields, and
 * any other name is an error.
 */
export function toSheet({ headers, rows, problem }: Table, columns: ImportColumns | null): Sheet {
  const names = columns === null ? headers : namesOf(headers, columns)
  return {
    headers: [...headers],
    samples: rows.slice(0, SAMPLES).map(({ cells }) => [...cells]),
    rows: rows.map(({ row, cells }) => ({
      row,
      cells: Object.fromEntries(
        cells.flatMap((cell, index) => {
          const name = names[index]
          return name === undefined || cell === '' ? [] : [[name, cell]]
        }),
      ),
    })),
    errors: [...(problem === null ? [] : [{ ...problem, field: '' }]), ...(columns === null ? repeated(headers) : [])],
  }
}

function namesOf(headers: readonly string[], columns: ImportColumns): (string | undefined)[] {
  const byColumn = new Map(Object.entries(columns).map(([field, column]) => [column, field]))
  return headers.map((_, column) => byColumn.get(column))
}

/** Of two columns with the same name only one could be read. */
function repeated(names: readonly string[]): OrderFileError[] {
  const columns = Map.groupBy(names, (name) => name)
  return [...columns].flatMap(([field, { length }]) =>
    length === 1 ? [] : [{ row: 1, field, message: 'is a column twice' }],
  )
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
