import * as z from 'zod/mini'
import { US_STATES } from '../address/us-states.ts'
import { changeResult, defineAdminCalls } from '../http/endpoint.ts'
import { storedFields } from '../http/fields.ts'
import { wireShape } from '../http/fields-schemas.ts'
import { DELIVERY_FIELDS } from './calls.ts'

const text = (max: number) => z.string().check(z.maxLength(max))

/** Not limited here: the rules of the file name the faulty field, also for a fraction of a cent or a day. */
const wireAdminDeliveryOption = z.object({
  ...wireShape(storedFields(DELIVERY_FIELDS)),
  delivery_cost_cents: z.number(),
  estimated_days: z.number(),
})
export type AdminDeliveryOption = z.infer<typeof wireAdminDeliveryOption>

const options = z.array(wireAdminDeliveryOption).check(z.maxLength(100))

/** At most four decimals. */
const percents = z.partialRecord(z.enum(Object.keys(US_STATES)), z.number())

const wireTaxTable = z.object({
  source: text(1000),
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
      /** Confirms new rates below 1 % or above 15 %; without it they are a conflict. */
      unusual_rates: z._default(z.boolean(), false),
    }),
    response: changeResult,
    errors: ['conflict'],
  },
})
