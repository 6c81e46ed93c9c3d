import * as z from 'zod/mini'
import { changeResult, defineAdminCalls } from '../http/endpoint.ts'
import { version } from '../http/fields-schemas.ts'
import { orderParams } from './order-params.ts'

export const delayFields = { ship_by: z.nullable(z.iso.date('Please choose the day')) }

export const promiseFields = {
  promised_on: z.string(),
  is_overdue: z.boolean(),
  delay_problem: z.nullable(z.string()),
  delay: z.nullable(
    z.object({
      ...delayFields,
      /** `null` where no answer means that the shopper waits. */
      answer_by: z.nullable(z.string()),
      agreed: z.boolean(),
      /** No answer came in time: the order is to be cancelled and refunded by this day. */
      pay_back_by: z.nullable(z.string()),
    }),
  ),
}

export const adminOrderDelays = defineAdminCalls({
  sendDelayNotice: {
    method: 'POST',
    path: '/api/admin/orders/:order_id/delay',
    summary: 'Emails the shopper about a delay',
    description:
      'Owners only. Sent ten seconds later, with a link to cancel or wait (16 CFR 435). The day becomes the new promise.',
    params: orderParams,
    body: z.object({ ...delayFields, version }),
    response: changeResult,
    errors: ['not_found', 'conflict'],
  },
})
