import { parseRegion } from '@shop/contract/address/region-names'
import type { ImportColumns, ImportField } from '@shop/contract/orders/import'
import { IMPORT_FIELDS } from '@shop/contract/orders/import'
import type { Table, TableRow } from '../../platform/lib/csv/csv-table.ts'
import { ADDRESS_CELLS, parseSheetMoney } from './order-cells.ts'

/** A row's cells by field. Rows are numbered as in the spreadsheet, where the header is row 1. */
export type SheetRow = { row: number; cells: Record<string, string> }
/** A validation error. */
export type OrderFileError = { row: number; field: string; message: string }
/** A remark about an order that is no error. */
export type ImportNote = { row: number; message: string }
/** `fields`: those with a column. */
export type Sheet = {
  headers: string[]
  fields: ReadonlySet<string>
  samples: string[][]
  rows: readonly TableRow[]
  /** Names a row's cells, which take several times the memory of the row. */
  read: (row: TableRow) => SheetRow
  errors: OrderFileError[]
}

const SAMPLE_ROWS = 3

/** Most rows of a table; each can have a dozen errors in memory. */
export const MAX_ROWS = 50_000

/** The cells of a table by field. Without `columns` they are named after the fields, and other names are errors. */
export function toSheet({ headers, rows, problems }: Table, columns: ImportColumns | null): Sheet {
  const names = columns === null ? headers : namesOf(headers, columns)
  const fieldOf = (column: number) => names[column] ?? (headers[column] || `column ${column + 1}`)
  return {
    headers: [...headers],
    fields: new Set(names.filter((name) => name !== undefined)),
    samples: rows.slice(0, SAMPLE_ROWS).map(({ cells }) => [...cells]),
    rows,
    read: ({ row, cells }) => ({ row, cells: byField(cells, names) }),
    errors: [
      ...problems.map(({ row, column, message }) => ({ row, field: column === null ? '' : fieldOf(column), message })),
      ...(columns === null ? repeated(headers) : chosenTwice(headers, columns)),
    ],
  }
}

function byField(cells: readonly string[], names: readonly (string | undefined)[]): SheetRow['cells'] {
  return Object.fromEntries(
    cells.flatMap((cell, index) => {
      const name = names[index]
      return name === undefined || cell === '' ? [] : [[name, cell]]
    }),
  )
}

function namesOf(headers: readonly string[], columns: ImportColumns): (string | undefined)[] {
  const byColumn = new Map(Object.entries(columns).map(([field, column]) => [column, field]))
  return headers.map((_, column) => byColumn.get(column))
}

/** Only one of two columns with the same name could be read. */
function repeated(names: readonly string[]): OrderFileError[] {
  const columns = Map.groupBy(names, (name) => name)
  return [...columns].flatMap(([field, { length }]) =>
    length === 1 ? [] : [{ row: 1, field, message: 'is a column twice' }],
  )
}

function chosenTwice(headers: readonly string[], columns: ImportColumns): OrderFileError[] {
  const byColumn = Map.groupBy(Object.entries(columns), ([, column]) => column)
  return [...byColumn].flatMap(([column = 0, fields]) => {
    if (fields.length === 1) return []
    const name = headers[column] || `Column ${column + 1}`
    return fields.map(([field]) => ({ row: 1, field, message: `"${name}" is chosen for another field as well` }))
  })
}

/** Field names in other shops' spreadsheets, in letters and digits only. */
const OTHER_NAMES: Readonly<Partial<Record<ImportField, string>>> = {
  order_id: 'ordernumber orderno order incrementid number',
  order_date: 'date createdat datecreated purchasedate purchasedon datepurchased orderedon saledate',
  first_name: 'firstname firstnamebilling billingfirstname customerfirstname billtofirstname shippingfirstname',
  last_name: 'lastname surname lastnamebilling billinglastname customerlastname billtolastname shippinglastname',
  email:
    'mail emailaddress customeremail emailbilling billingemail contactemail buyeremail recipientemail shippingemail',
  delivery_address:
    'address shippingaddress shipto street streetaddress line addressline address12shipping address1shipping shippingstreet',
  delivery_address_2: 'address2shipping address2 shippingaddress2 street2 line2 addressline2',
  delivery_city: 'cityshipping city shipcity shippingcity town suburb',
  delivery_state:
    'statecodeshipping stateshipping state province stateprovince shipstate shippingstate shippingprovince region',
  delivery_zip:
    'postcodeshipping shippingpostcode postcode zip zipcode postalcode zippostalcode shipzipcode shippingzip',
  delivery_country: 'countrycodeshipping countryshipping country shipcountry shippingcountry countryid countrycode',
  full_name: 'name fullname customer customername shippingname recipientname shiptoname buyername billtoname',
  phone:
    'telephone phonenumber phonebilling billingphone customerphone contactphone shippingphone shippingtelephone recipientphone shiptophone',
  quantity:
    'quantityrefund qty itemquantity itemqty productqty qtyordered itemqtyordered quantityordered quantitypurchased',
  price: 'itemcost unitprice itemprice productunitprice',
  refunded_amount:
    'orderrefundamount amountrefunded refundamount totalrefunded orderrefundedamount orderrefunded refund',
  delivery_cost:
    'ordershippingamount ordershipping ordershippingprice shippingtotal shippingcostextax delivery shipping shippingcost shippingrate shippingamount shippingprice shippingandhandling',
  delivery_discount: 'shippingdiscount shippingdiscountamount',
  tax_amount: 'ordertotaltaxamount ordersalestax ordertaxtotal ordertax taxtotal totaltax taxes tax salestax',
  discount_amount: 'cartdiscountamount orderdiscountamount orderdiscount totaldiscount discounttotal discount',
  order_total:
    'ordertotalamount ordertotalinctax ordertotal grandtotal ordergrandtotal grandtotalpurchased totalpaid amountpaid total',
  net_total: 'ordertotalamountrefund',
  currency: 'ordercurrency ordercurrencycode currencycode',
  product_id: 'sku',
  product_name: 'itemname product item itemtitle producttitle',
  order_status: 'status fulfillmentstatus',
  financial_status: 'paymentstatus paymentstate paid payment',
  channel: 'saleschannel',
  tracking_number: 'tracking',
  combined_tax_rate: 'taxrate',
}

/** Column names of Shopify's exports; its product numbers are not the shop's. */
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

/** WooCommerce's product numbers are not the shop's; several coupons stand in different rows. */
const WOOCOMMERCE_NAMES: Readonly<Record<string, ImportField | null>> = {
  sku: null,
  productid: null,
  discountamount: null,
  total: null,
}

/** Etsy's sold order items: prices without the item's coupon, and the recipient's address. */
const ETSY_NAMES: Readonly<Record<string, ImportField | null>> = {
  saledate: 'order_date',
  shipname: 'full_name',
  discountamount: 'item_discount',
  shipaddress1: 'delivery_address',
  shipaddress2: 'delivery_address_2',
  shipcity: 'delivery_city',
  shipstate: 'delivery_state',
  shipzipcode: 'delivery_zip',
  shipcountry: 'delivery_country',
  sku: null,
  buyer: null,
  total: null,
}

/** BigCommerce's and Magento's product and customer numbers are not the shop's. */
const BIGCOMMERCE_NAMES: Readonly<Record<string, ImportField | null>> = {
  productid: null,
  customerid: null,
  shippingstateabbreviation: 'delivery_state',
}
const MAGENTO_NAMES: Readonly<Record<string, ImportField | null>> = {
  // Included in the discount amount.
  shippingdiscountamount: null,
  id: 'order_id',
  name: 'product_name',
  sku: null,
  productid: null,
  customerid: null,
}

/** Column names of the program that made the export, recognized by a column that no other has. */
function namesOfProgram(names: readonly string[]): Readonly<Record<string, ImportField | null>> {
  if (names.includes('lineitemname')) return SHOPIFY_NAMES
  if (names.includes('productunitprice')) return BIGCOMMERCE_NAMES
  if (names.includes('incrementid') || names.includes('purchasepoint')) return MAGENTO_NAMES
  if (names.includes('saledate') && names.includes('itemname')) return ETSY_NAMES
  return names.some((name) => /^(billing|email|firstname)(billing|firstname|email)$/.test(name))
    ? WOOCOMMERCE_NAMES
    : {}
}

export function isOrderColumn(header: string): boolean {
  const name = plainName(header)
  return Object.hasOwn(SHOPIFY_NAMES, name) || fieldOf(name) !== undefined
}

/**
 * Matches columns by name, the best name for each field. A total equal to price times quantity in each row (quantity 0
 * tells nothing) is the line's.
 */
export function recognizeColumns({ headers, rows }: Pick<Table, 'headers' | 'rows'>): ImportColumns {
  const columns = withoutSalesRegion(columnsNamed(headers), { headers, rows })
  const { order_total: total, price, quantity } = columns
  if (total === undefined || price === undefined || quantity === undefined) return columns
  const isOfLine = ({ cells }: TableRow) => {
    const [sum, each] = [parseSheetMoney(cells[total] ?? ''), parseSheetMoney(cells[price] ?? '')]
    return sum !== null && each !== null && sum === each * Number(cells[quantity])
  }
  const telling = rows.filter(({ cells }) => Number(cells[quantity]) !== 0)
  if (telling.length === 0 || !telling.every(isOfLine)) return columns
  const { order_total: _, ...others } = columns
  return others
}

/** A column "Region" has states, or sales regions such as West. */
function withoutSalesRegion(columns: ImportColumns, { headers, rows }: Pick<Table, 'headers' | 'rows'>): ImportColumns {
  const { delivery_state: column = -1, ...others } = columns
  const isOfSales = ({ cells }: TableRow) => (cells[column] ?? '') !== '' && parseRegion(cells[column] ?? '') === null
  return plainName(headers[column] ?? '') === 'region' && rows.some(isOfSales) ? others : columns
}

function columnsNamed(headers: readonly string[]): ImportColumns {
  const names = headers.map(plainName)
  const program = namesOfProgram(names)
  const columns: ImportColumns = {}
  for (const [column, name] of names.entries()) {
    const field = Object.hasOwn(program, name) ? program[name] : fieldOf(name)
    if (!field) continue
    const other = names[columns[field] ?? -1]
    if (other === undefined || placeOf(field, name) < placeOf(field, other)) columns[field] = column
  }
  if (columns.last_name === undefined) return columns
  const { full_name: _, ...others } = columns
  return others
}

/** Rank of a name for a field: its own name is best. */
function placeOf(field: ImportField, name: string): number {
  const place = [field.replaceAll('_', ''), ...(OTHER_NAMES[field]?.split(' ') ?? [])].indexOf(name)
  return place === -1 ? 0 : place
}

/** "Street 1" is the street, "Street 2" its second line; "Ship To City" is the city. */
function fieldOf(name: string): ImportField | undefined {
  const field = fieldNamed(name) ?? fieldNamed(name.replace(/1$/, ''))
  if (field !== undefined) return field
  const part = name
    .replace(/^(?:shipto|shipping|ship|delivery|recipient|customer)/, '')
    .replace(/^address(?=[a-z])/, '')
  const other = fieldNamed(part) ?? fieldNamed(part.replace(/1$/, ''))
  return other !== undefined && Object.hasOwn(ADDRESS_CELLS, other) ? other : undefined
}

/** "Item #" is a number and no item. */
function plainName(header: string): string {
  return header
    .toLowerCase()
    .replace('#', 'number')
    .replace(/[^a-z0-9]/g, '')
}

function fieldNamed(name: string): ImportField | undefined {
  return (
    IMPORT_FIELDS.find((field) => field.replaceAll('_', '') === name) ??
    IMPORT_FIELDS.find((field) => OTHER_NAMES[field]?.split(' ').includes(name))
  )
}
