import * as z from 'zod/mini'
import { defineAdminCalls } from '../http/endpoint.ts'

/** The count stops here: "99 or more" says enough, and costs the same in any shop. */
export const MAX_COUNTED = 99

const count = z.int()

const wireToday = z.object({
  /** `oldest_at`: received first. */
  inquiries: z.object({ waiting: count, oldest_at: z.nullable(z.string()) }),
  /** `overdue`: promised for an earlier day. `to_refund`: 0 for helpers. `returns`: to decide or refund. */
  orders: z.object({ to_ship: count, overdue: count, to_refund: count, returns: count }),
  /** Delayed orders to cancel, since no one agreed by `answer_by`; empty for helpers. */
  unanswered: z.array(z.object({ order_id: z.string(), answer_by: z.string(), refund_by: z.string() })),
  mails: z.object({ failed: count, waiting: count }),
  goods: z.object({ sold_out: count, low: count }),
  /** Scheduled changes, the next first; `local` is in the shop's time zone; `problem`: why one failed. */
  planned: z.array(
    z.object({ product_name: z.string(), at: z.string(), local: z.string(), problem: z.nullable(z.string()) }),
  ),
  findings: z.array(
    z.object({ code: z.string(), severity: z.enum(['error', 'warning']), text: z.string(), remedy: z.string() }),
  ),
  /** `null` for helpers, and without card payments. */
  payments: z.nullable(
    z.object({
      unmatched: count,
      failed: count,
      /** Uncaptured holds; `now`: they may expire. */
      held: z.object({ soon: count, now: count }),
      checking: count,
      /** `reply_by`: the next day to answer by. */
      disputes: z.object({ open: count, reply_by: z.nullable(z.string()) }),
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
