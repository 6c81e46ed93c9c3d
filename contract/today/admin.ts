import * as z from 'zod/mini'
import { defineAdminCalls } from '../http/endpoint.ts'

/** The count stops here: "99 or more" says enough, and costs the same in any shop. */
export const MAX_COUNTED = 99

/** A number of things, such as "2 orders" or "99 or more orders", since no more were counted. */
export function formatCounted(number: number, one: string, many = `${one}s`): string {
  if (number >= MAX_COUNTED) return `${MAX_COUNTED} or more ${many}`
  return `${number} ${number === 1 ? one : many}`
}

const count = z.int()

const wireTask = z.object({
  title: z.string(),
  detail: z.string(),
  /** `now`: someone misses something already; `later`: nothing is late. */
  urgency: z.enum(['now', 'soon', 'later']),
  /** A page of the admin, and the words of the button that opens it. */
  action: z.object({ label: z.string(), to: z.string() }),
})
export type TodayTask = z.infer<typeof wireTask>

const wireToday = z.object({
  /** Those that modules bring, as far as the caller may see them. A node of version 1.1 sends none. */
  tasks: z._default(z.array(wireTask), []),
  /** `oldest_at`: received first. */
  inquiries: z.object({ waiting: count, oldest_at: z.nullable(z.string()) }),
  /** `overdue`: promised for an earlier day. `to_pay_back`: 0 for helpers. `returns`: to decide or refund. */
  orders: z.object({ to_ship: count, overdue: count, to_pay_back: count, returns: count }),
  /** Delayed orders to cancel, since no one agreed by `answer_by`; empty for helpers. */
  unanswered: z.array(z.object({ order_id: z.string(), answer_by: z.string(), pay_back_by: z.string() })),
  /** For an admin of version 1.1 that is still open; goes with the release after. */
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
