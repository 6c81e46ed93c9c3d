import * as z from 'zod/mini'
import { mailDelivery } from '../mail/admin.ts'

export const wireOrderEvent = z.object({
  at: z.string(),
  /** The name of the person who did it; `null`: the shopper, or an import. */
  actor: z.nullable(z.string()),
  text: z.string(),
  /** The id in the audit log of a change that the caller can undo now. */
  undo_id: z.nullable(z.int()),
  /** The emails about it, without those that were withdrawn. The shop itself gets one of what the shopper cancels. */
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
