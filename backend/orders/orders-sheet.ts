import type { ImportColumns, ImportField } from '@shop/contract/admin/orders-import'
import { IMPORT_FIELDS } from '@shop/contract/admin/orders-import'
import type { Table } from '../lib/csv-table.ts'

/** A row's cells by field; `row` is numbered as in the spreadsheet, the header being row 1. */
export type SheetRow = { row: number; cells: Record<string, string> }
/** A validation error; rows are numbered as in a spreadsheet, the header being row 1. */
export type OrderFileError = { row: number; field: string; message: string }
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
  shippingaddress1: 'delivery_address',
  address12shipping: 'delivery_address',
  address1shipping: 'delivery_address',
  address2shipping: 'delivery_address_2',
  cityshipping: 'delivery_city',
  statecodeshipping: 'delivery_state',
  stateshipping: 'delivery_state',
  postcodeshipping: 'delivery_zip',
  shippingpostcode: 'delivery_zip',
  postcode: 'delivery_zip',
  countrycodeshipping: 'delivery_country',
  countryshipping: 'delivery_country',
  firstnamebilling: 'first_name',
  billingfirstname: 'first_name',
  lastnamebilling: 'last_name',
  billinglastname: 'last_name',
  emailbilling: 'email',
  billingemail: 'email',
  name: 'full_name',
  fullname: 'full_name',
  customer: 'full_name',
  customername: 'full_name',
  shippingname: 'full_name',
  telephone: 'phone',
  phonenumber: 'phone',
  phonebilling: 'phone',
  billingphone: 'phone',
  shippingphone: 'phone',
  quantityrefund: 'quantity',
  itemcost: 'price',
  orderrefundamount: 'refunded_amount',
  ordershippingamount: 'delivery_cost',
  shippingtotal: 'delivery_cost',
  ordertotaltaxamount: 'tax_amount',
  taxtotal: 'tax_amount',
  taxes: 'tax_amount',
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
  const field = IMPORT_FIELDS.find((one) => one.replaceAll('_', '') === name)
  return field ?? (Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name] : undefined)
}
