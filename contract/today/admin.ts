import * as z from 'zod/mini'
import { defineAdminCalls } from '../http/endpoint.ts'

/** A count that ends here: "99 or more" says enough, and costs the same in a shop of any size. */
export const MAX_COUNTED = 99

const count = z.int()

const wireToday = z.object({
  /** `oldest_at`: when the one that waits longest was received. */
  inquiries: z.object({ waiting: count, oldest_at: z.nullable(z.string()) }),
  /**
   * `overdue`: those to ship whose promised day has passed. `to_pay_back` is 0 for helpers, who pay nothing back. `returns`:
   * those with a return to decide or to refund.
   */
  orders: z.object({ to_ship: count, overdue: count, to_pay_back: count, returns: count }),
  /** Delayed orders to cancel, whose shoppers did not agree to wait until `answer_by`; empty for helpers. */
  unanswered: z.array(z.object({ order_id: z.string(), answer_by: z.string(), pay_back_by: z.string() })),
  mails: z.object({ failed: count, waiting: count }),
  goods: z.object({ sold_out: count, low: count }),
  /**
   * Changes of products that are made by themselves, the next first; `local`: day and time where the shop is; `problem`:
   * why one was not made at its time.
   */
  planned: z.array(
    z.object({ product_name: z.string(), at: z.string(), local: z.string(), problem: z.nullable(z.string()) }),
  ),
  /** Further findings of `doctor`, for owners: each with a remedy. */
  findings: z.array(
    z.object({ code: z.string(), severity: z.enum(['error', 'warning']), text: z.string(), remedy: z.string() }),
  ),
  /** The tasks about card payments; `null` for helpers, and where there are none. */
  payments: z.nullable(
    z.object({
      unmatched: count,
      failed: count,
      /** Holds of some days that were not charged; `now`: soon or already they no longer can be. */
      held: z.object({ soon: count, now: count }),
      checking: count,
      /** `reply_by`: the next day until which one has to be answered. */
      disputes: z.object({ open: count, reply_by: z.nullable(z.string()) }),
      /** The end of an alarm about many declined cards. */
      alarm_until: z.nullable(z.string()),
    }),
  ),
  /** `null` for helpers, and where no nightly backups are made. */
  backup: z.nullable(z.object({ succeeded_at: z.nullable(z.string()), failed_at: z.nullable(z.string()) })),
})
export type Today = z.infer<typeof wireToday>

export const adminToday = defineAdminCalls({
  getToday: {
    method: 'GET',
    path: '/api/admin/today',
    summary: 'Counts what needs attention',
    description: `Inquiries, orders, emails and products, as far as you may see them. No count is higher than ${MAX_COUNTED}.`,
    response: wireToday,
  },
})
