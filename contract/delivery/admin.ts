import * as z from 'zod/mini'
import { US_STATES } from '../address/us-states.ts'
import { changeResult, defineAdminCalls } from '../http/endpoint.ts'
import { storedFields } from '../http/fields.ts'
import { wireShape } from '../http/fields-schemas.ts'
import { DELIVERY_FIELDS } from './calls.ts'

const text = (max: number) => z.string().check(z.maxLength(max))

/**
 * A delivery option as it is edited. Its values are checked by the rules of the file, which say beside the field what is
 * wrong, parts of a cent or a day included.
 */
const wireAdminDeliveryOption = z.object({
  ...wireShape(storedFields(DELIVERY_FIELDS)),
  delivery_cost_cents: z.number(),
  estimated_days: z.number(),
})
export type AdminDeliveryOption = z.infer<typeof wireAdminDeliveryOption>

const options = z.array(wireAdminDeliveryOption).check(z.maxLength(100))

/** Percent, with at most four decimals. */
const percents = z.partialRecord(z.enum(Object.keys(US_STATES)), z.number())

const wireTaxTable = z.object({
  source: text(1000),
  /** The day of that source, `2026-11-21`; empty when unknown. */
  published: text(20),
  note: text(4000),
  percents,
})
export type AdminTaxTable = z.infer<typeof wireTaxTable>

export const adminCheckout = defineAdminCalls({
  getDeliveryOptions: {
    method: 'GET',
    path: '/api/admin/delivery-options',
    summary: 'Lists delivery options',
    description: 'Owners only. The first is preselected at checkout.',
    response: z.object({ options }),
  },
  replaceDeliveryOptions: {
    method: 'POST',
    path: '/api/admin/delivery-options',
    summary: 'Replaces the delivery options',
    description:
      'As one change. 409 if they are no longer `seen`. Errors are by field, such as `0.delivery_cost_cents`.',
    body: z.object({ wanted: options, seen: options }),
    response: changeResult,
    errors: ['conflict'],
  },
  getTaxRates: {
    method: 'GET',
    path: '/api/admin/tax-rates',
    summary: 'Lists sales tax rates by state',
    description: 'Owners only. In percent, with source and date.',
    response: wireTaxTable,
  },
  replaceTaxRates: {
    method: 'POST',
    path: '/api/admin/tax-rates',
    summary: 'Replaces the sales tax rates',
    description: 'As one change. 409 if they are no longer `seen`. Errors are by field, such as `rates.NY`.',
    body: z.object({
      wanted: wireTaxTable,
      seen: wireTaxTable,
      /** Whether a new rate below 1 % or above 15 % is meant; without that it is a conflict. */
      unusual_rates: z._default(z.boolean(), false),
    }),
    response: changeResult,
    errors: ['conflict'],
  },
})
