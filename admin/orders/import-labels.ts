import { IMPORT_FIELDS, type ImportField } from '@shop/contract/admin/orders-import'

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
  delivery_address: 'Delivery address or street',
  delivery_address_2: 'Second line of the address',
  delivery_city: 'City',
  delivery_state: 'State or province',
  delivery_zip: 'ZIP code',
  delivery_country: 'Country',
  order_status: 'Status',
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

/** Fields that every row needs. */
export const REQUIRED_FIELDS: readonly ImportField[] = IMPORT_FIELDS.slice(0, IMPORT_FIELDS.indexOf('quantity') + 1)

/** Fields that are shown even where the spreadsheet has no column that is called so. */
export const SHOWN_FIELDS: readonly ImportField[] = [...REQUIRED_FIELDS, 'delivery_address']

/** For example `Row 3, price of one: must be dollars such as 79 or 79.50`. */
export function problemText({ row, field, message }: { row: number; field: string; message: string }): string {
  const known = IMPORT_FIELDS.find((name) => name === field)
  const name = known === undefined ? field : FIELD_LABELS[known].toLowerCase()
  return `Row ${row}${name === '' ? '' : `, ${name}`}: ${message}`
}
