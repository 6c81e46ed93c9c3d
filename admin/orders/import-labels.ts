import { IMPORT_FIELDS, type ImportColumns, type ImportField } from '@shop/contract/admin/orders-import'

/** What each field of an import is called on the screen. */
export const FIELD_LABELS: Readonly<Record<ImportField, string>> = {
  order_id: 'Order number',
  order_date: 'Day of the order',
  first_name: 'First name',
  last_name: 'Last name',
  email: 'E-mail',
  product_id: 'Number of the product',
  product_name: 'Name of the product',
  price: 'Price of one',
  quantity: 'How many',
  full_name: 'First and last name',
  phone: 'Telephone',
  delivery_address: 'Delivery address or street',
  delivery_address_2: 'Second line of the address',
  delivery_city: 'City',
  delivery_state: 'State or province',
  delivery_zip: 'ZIP code',
  delivery_country: 'Country',
  order_status: 'Status',
  financial_status: 'Status of the payment',
  cancelled_at: 'Day of the cancellation',
  refunded_amount: 'Amount paid back',
  discount_amount: 'Discount',
  order_total: 'Total with discount, delivery and tax',
  tracking_number: 'Tracking number',
  tax_amount: 'Sales tax',
  combined_tax_rate: 'Tax rate',
  delivery_cost: 'Delivery',
  estimated_delivery_date: 'Expected on',
  customer_id: 'Id of the account',
  image_file: 'Picture',
  cancellation_status: 'Cancelled',
  cancellation_reason: 'Reason of the cancellation',
  refund_status: 'Paid back',
}

/** Fields that every row needs, and in place of first and last name both together. */
const REQUIRED_FIELDS: readonly ImportField[] = [
  'order_id',
  'order_date',
  'first_name',
  'last_name',
  'product_name',
  'price',
  'quantity',
]
const NAMES: readonly ImportField[] = ['first_name', 'last_name']

/** Whether a column has to be chosen for a field. */
export function isMissing(field: ImportField, columns: ImportColumns): boolean {
  if (columns[field] !== undefined || !REQUIRED_FIELDS.includes(field)) return false
  return !(NAMES.includes(field) && columns.full_name !== undefined)
}

/** Fields that are shown even where the spreadsheet has no column that is called so. */
export const SHOWN_FIELDS: readonly ImportField[] = [
  ...REQUIRED_FIELDS,
  'full_name',
  'email',
  'product_id',
  'delivery_address',
]

/** For example `Row 3, price of one: must be dollars such as 79 or 79.50`. */
export function problemText({ row, field, message }: { row: number; field: string; message: string }): string {
  const known = IMPORT_FIELDS.find((name) => name === field)
  const name = known === undefined ? field : FIELD_LABELS[known].toLowerCase()
  return `Row ${row}${name === '' ? '' : `, ${name}`}: ${message}`
}
