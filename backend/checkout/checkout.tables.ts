import type { DeliveryOption } from '@shop/contract/delivery'

export type CheckoutTables = {
  delivery_options: DeliveryOptionsTable
  tax_rates: TaxRatesTable
  tax_source: TaxSourceTable
}

declare module '../database/tables.ts' {
  interface Tables extends CheckoutTables {}
}

type DeliveryOptionsTable = DeliveryOption & {
  /** Position in the list, from 0; the first is preselected. */
  position: number
}

type TaxRatesTable = {
  /** The state's abbreviation. */
  state: string
  /** The combined rate in millionths: 94600 is 9.46 percent. */
  rate_millionths: number
}

/** Source of the rates: one row, or none when they were imported before it was stored. */
type TaxSourceTable = TaxSource & { id: number }

export type TaxSource = {
  source: string
  /** A calendar day. */
  published: string
  note: string
}
