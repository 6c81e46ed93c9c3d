import * as z from 'zod/mini'
import { mailDelivery } from '../mail/admin.ts'

export const wireOrderEvent = z.object({
  at: z.string(),
  /** `null`: the shopper, or an import. */
  actor: z.nullable(z.string()),
  text: z.string(),
  undo_id: z.nullable(z.int()),
  /** Without withdrawn ones. The shop gets one of what the shopper cancels. */
  mails: z.array(
    z.object({
      id: z.string(),
      to: z.enum(['shopper', 'shop']),
      delivery: mailDelivery,
      delivery_error: z.nullable(z.string()),
    }),
  ),
})
export type OrderEvent = z.infer<typeof wireOrderEvent>
