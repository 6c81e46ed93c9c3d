import * as z from 'zod/mini'
import { changeResult, defineAdminCalls } from '../http/endpoint.ts'
import { version } from '../http/fields-schemas.ts'
import { orderParams } from './order-params.ts'

/** `checking`: it is unknown whether the card was charged. */
const LINK_STATES = ['valid', 'checking', 'paid', 'expired', 'withdrawn'] as const

export const wirePayLink = z.object({
  state: z.enum(LINK_STATES),
  amount_cents: z.int(),
  created_at: z.string(),
  expires_at: z.string(),
})
export type OrderPayLink = z.infer<typeof wirePayLink>

const path = '/api/admin/orders/:order_id/pay-link' as const
const body = z.object({ version })

export const adminPayLinks = defineAdminCalls({
  sendPayLink: {
    method: 'POST',
    path,
    summary: 'Sends a payment link',
    description:
      'Owners only. For an unpaid manual order. It works once, for 7 days, and replaces any earlier one. Emailed ten seconds later; only this response has the link.',
    params: orderParams,
    body,
    response: z.extend(changeResult, { url: z.string() }),
    errors: ['not_found', 'conflict'],
  },
  withdrawPayLink: {
    method: 'POST',
    path: `${path}/withdraw`,
    summary: 'Cancels a payment link',
    description: "Owners only. If its email hasn't left, it won't be sent.",
    params: orderParams,
    body,
    response: changeResult,
    errors: ['not_found', 'conflict'],
  },
})
