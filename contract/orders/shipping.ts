import * as z from 'zod/mini'
import { changeResult, defineAdminCalls } from '../http/endpoint.ts'
import { storedFields } from '../http/fields.ts'
import { version, wireShape } from '../http/fields-schemas.ts'
import { NAMED_ITEM_FIELDS } from '../order-item.ts'
import { sheetText } from '../text/sheet-text.ts'
import { type AdminOrder, trackingNumber } from './admin.ts'

/** `today`: promised for today or earlier. */
export const DUE_FILTERS = ['today', 'all'] as const
export type DueFilter = (typeof DUE_FILTERS)[number]

export const MAX_SHIPPED = 2000

export const CARRIER_LENGTH = 60

type Arrival = Pick<AdminOrder, 'tracking_number' | 'shipped_by' | 'channel' | 'order_date' | 'delivered_on'>

/** Whether it was picked up, or taken along when ordered: it can't be on its way. */
export function wasHandedOver(order: Arrival): boolean {
  const { tracking_number, shipped_by, channel, order_date, delivered_on } = order
  if (tracking_number !== null || shipped_by !== null) return shipped_by === 'picked_up'
  // An imported one may have arrived on a later or an unknown day.
  return channel !== 'online' && delivered_on === order_date
}

const query = z.object({ due: z._default(z.enum(DUE_FILTERS), 'today').check(z.describe('Which orders')) })

const dueOrder = z.object({
  order_id: z.string(),
  order_date: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  delivery_address: z.nullable(z.string()),
  label_problem: z.nullable(z.string()),
  delivery_name: z.nullable(z.string()),
  promised_on: z.string(),
  is_overdue: z.boolean(),
  /** Neither cancelled nor refunded. */
  items: z.array(
    z.object({ order_item_id: z.string(), quantity: z.int(), ...wireShape(storedFields(NAMED_ITEM_FIELDS)) }),
  ),
})
export type DueOrder = z.infer<typeof dueOrder>

const trackingPreview = z.object({
  shipments: z.array(
    z.object({
      order_id: z.string(),
      version: z.int(),
      name: z.string(),
      tracking_number: z.string(),
      /** From the file, else recognized by the number; `null` without either. */
      carrier: z.nullable(z.string()),
    }),
  ),
  /** Rows that can't be shipped; the header is row 1. */
  refused: z.array(z.object({ row: z.int(), message: z.string() })),
  has_mail_server: z.boolean(),
})
export type TrackingPreview = z.infer<typeof trackingPreview>

export const adminShipping = defineAdminCalls({
  listDueOrders: {
    method: 'GET',
    path: '/api/admin/shipping',
    summary: 'Lists orders to ship',
    description:
      'Paid or reserved, due today or earlier, or all open ones; most overdue first. `waiting` has those on hold with the reason.',
    query,
    response: z.object({
      orders: z.array(dueOrder),
      waiting: z.array(
        z.object({ order_id: z.string(), name: z.string(), promised_on: z.string(), problem: z.string() }),
      ),
      has_more: z.boolean(),
      shop: z.object({ name: z.string(), email: z.string(), postal_address: z.string() }),
    }),
  },
  exportLabels: {
    method: 'GET',
    path: '/api/admin/shipping/labels',
    summary: 'Exports addresses for shipping labels',
    description: 'CSV, one row per order. Orders with an incomplete address are left out and named.',
    query,
    response: z.object({
      csv: z.string(),
      orders: z.int(),
      left_out: z.array(z.object({ order_id: z.string(), problem: z.string() })),
    }),
  },
  previewTracking: {
    method: 'POST',
    path: '/api/admin/shipping/tracking/preview',
    summary: 'Previews an import of tracking numbers',
    description: 'Columns are found by name: order number, tracking number and carrier.',
    body: z.object({ text: sheetText }),
    response: trackingPreview,
  },
  shipSeveral: {
    method: 'POST',
    path: '/api/admin/shipping/tracking',
    summary: 'Ships several orders',
    description:
      'Each with its tracking number. All or none, with one undo. Shoppers are emailed and cards are charged ten seconds later.',
    body: z.object({
      shipments: z
        .array(
          z.object({
            order_id: z.string().check(z.maxLength(100)),
            tracking_number: trackingNumber,
            carrier: z._default(z.nullable(z.string().check(z.maxLength(CARRIER_LENGTH))), null),
            version,
          }),
        )
        .check(z.minLength(1), z.maxLength(MAX_SHIPPED)),
    }),
    response: changeResult,
    errors: ['not_found', 'conflict'],
  },
})
