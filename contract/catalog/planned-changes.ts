import * as z from 'zod/mini'
import { changeResult, defineAdminCalls } from '../http/endpoint.ts'
import { editedProduct, productId } from './admin.ts'

export const PLANNED_FIELDS = [
  'price_cents',
  'sale_price_cents',
  'status',
  'product_name',
  'short_description',
  'description',
] as const
export type PlannedField = (typeof PLANNED_FIELDS)[number]

const { price_cents, sale_price_cents, status, product_name, short_description, description } = editedProduct.shape
export const plannedFields = z.partial(
  z.strictObject({ price_cents, sale_price_cents, status, product_name, short_description, description }),
)
export type PlannedFields = z.output<typeof plannedFields>

const wirePlanned = z.object({
  planned_id: z.string(),
  product_id: z.string(),
  product_name: z.nullable(z.string()),
  at: z.string(),
  /** In the shop's time zone. */
  local: z.string(),
  changes: plannedFields,
  /** The reason it was not or can't be made; it stays until it is changed or cancelled. */
  problem: z.nullable(z.string()),
  version: z.int(),
})
export type PlannedChange = z.infer<typeof wirePlanned>

const planned = {
  local: z
    .string()
    .check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/, 'must be a day and time such as 2026-11-27T06:00'))
    .check(z.describe('Day and time where the shop is, such as 2026-11-27T06:00')),
  changes: plannedFields.check(z.refine((changes) => Object.keys(changes).length > 0, 'must change something')),
  large_price_change: z
    ._default(z.boolean(), false)
    .check(z.describe('Whether a price may change by more than half; 409 without it')),
}
/** `note`: a remark about the time, such as a clock change; `null` for most. */
const plannedResult = z.extend(changeResult, { planned_id: z.string(), note: z.nullable(z.string()) })
const params = z.object({
  planned_id: z.string().check(z.maxLength(40), z.describe('Id of the scheduled change')),
})

export const adminPlannedChanges = defineAdminCalls({
  listPlannedChanges: {
    method: 'GET',
    path: '/api/admin/planned-changes',
    summary: 'Lists scheduled changes',
    description: 'Next one first, and those that failed with the reason.',
    response: z.object({ planned: z.array(wirePlanned), zone: z.string().check(z.describe('Where the shop runs')) }),
  },
  planChange: {
    method: 'POST',
    path: '/api/admin/products/:product_id/planned',
    summary: 'Schedules a change of a product',
    description:
      'Sets the fields at that time. 409 if the version is old, or another change is scheduled for that time.',
    params: z.object({ product_id: productId.check(z.describe('Id of the product')) }),
    body: z.object({ ...planned, version: z.int() }),
    response: plannedResult,
    errors: ['not_found', 'conflict'],
  },
  editPlannedChange: {
    method: 'POST',
    path: '/api/admin/planned-changes/:planned_id',
    summary: 'Edits a scheduled change',
    description: '409 if someone else edited it, or it was made already.',
    params,
    body: z.object({ ...planned, version: z.int() }),
    response: plannedResult,
    errors: ['not_found', 'conflict'],
  },
  cancelPlannedChange: {
    method: 'POST',
    path: '/api/admin/planned-changes/:planned_id/cancel',
    summary: 'Cancels a scheduled change',
    description: 'Also one that failed. 409 if someone else edited it, or it was made already.',
    params,
    body: z.object({ version: z.int() }),
    response: changeResult,
    errors: ['not_found', 'conflict'],
  },
})
