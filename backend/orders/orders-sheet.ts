import type { ImportColumns, ImportField } from '@shop/contract/admin/orders-import'
import { IMPORT_FIELDS } from '@shop/contract/admin/orders-import'
import type { Table } from '../lib/csv-table.ts'

/** A row's cells by field; `row` is numbered as in the spreadsheet, the header being row 1. */
export type SheetRow = { row: number; cells: Record<string, string> }
/** A validation error; rows are numbered as in a spreadsheet, the header being row 1. */
export type OrderFileError = { row: number; field: string; message: string }
/** `fields` are those that have a column. */
export type Sheet = {
  headers: string[]
  fields: ReadonlySet<string>
  samples: string[][]
  rows: SheetRow[]
  errors: OrderFileError[]
}

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
    fields: new Set(names.filter((name) => name !== undefined)),
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
    errors: [
      ...(problem === null ? [] : [{ ...problem, field: '' }]),
      ...(columns === null ? repeated(headers) : chosenTwice(headers, columns)),
    ],
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

/** Two fields cannot be read from the same column. */
function chosenTwice(headers: readonly string[], columns: ImportColumns): OrderFileError[] {
  const byColumn = Map.groupBy(Object.entries(columns), ([, column]) => column)
  return [...byColumn].flatMap(([column = 0, fields]) => {
    if (fields.length === 1) return []
    const name = headers[column] || `Column ${column + 1}`
    return fields.map(([field]) => ({ row: 1, field, message: `"${name}" is chosen for another field as well` }))
  })
}

/** Names that other shops' spreadsheets give to the fields, in letters and figures alone. */
const OTHER_NAMES: Readonly<Partial<Record<ImportField, string>>> = {
  order_id: 'order ordernumber orderno number',
  order_date: 'date',
  first_name: 'firstname firstnamebilling billingfirstname',
  last_name: 'lastname surname lastnamebilling billinglastname',
  email: 'mail emailaddress customeremail emailbilling billingemail',
  delivery_address: 'address shippingaddress shipto street address12shipping address1shipping shippingstreet',
  delivery_address_2: 'address2shipping address2 shippingaddress2 street2',
  delivery_city: 'cityshipping city shipcity shippingcity',
  delivery_state: 'statecodeshipping stateshipping state province shipstate shippingstate shippingprovince',
  delivery_zip: 'postcodeshipping shippingpostcode postcode zip zipcode postalcode shipzipcode shippingzip',
  delivery_country: 'countrycodeshipping countryshipping country shipcountry shippingcountry',
  full_name: 'name fullname customer customername shippingname',
  phone: 'telephone phonenumber phonebilling billingphone shippingphone',
  quantity: 'quantityrefund qty amount',
  price: 'itemcost unitprice itemprice',
  refunded_amount: 'orderrefundamount',
  delivery_cost: 'ordershippingamount shippingtotal delivery shipping shippingcost',
  tax_amount: 'ordertotaltaxamount taxtotal taxes tax salestax',
  product_id: 'sku',
  product_name: 'product item itemname',
  order_status: 'status',
  channel: 'saleschannel',
  tracking_number: 'tracking',
  combined_tax_rate: 'taxrate',
}

/** Names that Shopify gives to the columns of its exports; its numbers of products are not the shop's. */
const SHOPIFY_NAMES: Readonly<Record<string, ImportField | null>> = {
  name: 'order_id',
  createdat: 'order_date',
  fulfillmentstatus: 'order_status',
  total: 'order_total',
  lineitemname: 'product_name',
  lineitemquantity: 'quantity',
  lineitemprice: 'price',
  lineitemsku: null,
  // The street again, with the second line.
  shippingstreet: null,
  phone: 'phone',
}

/** WooCommerce's own numbers of products are not the shop's. */
const WOOCOMMERCE_NAMES: Readonly<Record<string, ImportField | null>> = { sku: null, productid: null }

/** The names that a program gives which exports orders, recognized by a column that no other has. */
function namesOfProgram(names: readonly string[]): Readonly<Record<string, ImportField | null>> {
  if (names.includes('lineitemname')) return SHOPIFY_NAMES
  return names.some((name) => /^(billing|email|firstname)(billing|firstname|email)$/.test(name))
    ? WOOCOMMERCE_NAMES
    : {}
}

/** The columns whose names say what they hold; the first one of each field. */
export function recognizeColumns(headers: readonly string[]): ImportColumns {
  const names = headers.map((header) => header.toLowerCase().replace(/[^a-z0-9]/g, ''))
  const program = namesOfProgram(names)
  const columns: ImportColumns = {}
  for (const [column, name] of names.entries()) {
    // "Street 1" is the street, "Street 2" its second line.
    const field = Object.hasOwn(program, name)
      ? program[name]
      : (fieldNamed(name) ?? fieldNamed(name.replace(/1$/, '')))
    if (field && columns[field] === undefined) columns[field] = column
  }
  if (columns.last_name === undefined) return columns
  const { full_name: _, ...others } = columns
  return others
}

function fieldNamed(name: string): ImportField | undefined {
  return (
    IMPORT_FIELDS.find((field) => field.replaceAll('_', '') === name) ??
    IMPORT_FIELDS.find((field) => OTHER_NAMES[field]?.split(' ').includes(name))
  )
}
