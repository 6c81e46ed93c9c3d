import * as z from 'zod/mini'
import { changeResult, defineAdminCalls } from '../http/endpoint.ts'
import { cleanedCode } from '../text/cleaned.ts'
import { CARD_PAYMENT_STATES, wireOperation } from './card-payment.ts'
import { wireProvider } from './provider-name.ts'

/** Days after which a hold should be charged, and after which it may expire. */
export const HELD_DAYS = { soon: 5, now: 7 } as const

/** After which a payment being checked is worth a look. */
export const CHECKED_MINUTES = 10

export const MAX_PAYMENT_TASKS = 50

const reference = z
  .string()
  .check(z.maxLength(100), z.describe('What the gateway knows the payment by, such as 200123-k7f3q2'))
const order_id = z.string().check(cleanedCode, z.minLength(1, 'Please enter the number of the order'), z.maxLength(100))

const wireUnmatched = z.object({
  provider: wireProvider,
  reference: z.string(),
  left_cents: z.int(),
  card: z.nullable(z.object({ brand: z.string(), last_four: z.string() })),
  created_at: z.string(),
  /** The reason its order can't be rebuilt; `null` when it can. */
  no_rebuild: z.nullable(z.string()),
})
export type UnmatchedPayment = z.infer<typeof wireUnmatched>

const wirePaymentTasks = z.object({
  alarm_until: z.nullable(z.string()),
  unmatched: z.array(wireUnmatched),
  /** Failed captures, voids and refunds. Without an order, `asked_order_id` is the one of its payment link. */
  failed: z.array(
    z.object({
      operation: wireOperation,
      provider: wireProvider,
      reference: z.string(),
      order_id: z.nullable(z.string()),
      asked_order_id: z.nullable(z.string()),
    }),
  ),
  /** Holds of orders that have not shipped; one may have expired. */
  held: z.array(
    z.object({
      provider: wireProvider,
      reference: z.string(),
      order_id: z.string(),
      authorized_cents: z.int(),
      state: z.enum(CARD_PAYMENT_STATES),
      created_at: z.string(),
    }),
  ),
  /** Unknown outcomes. `order_id` is the number that the order would get. */
  checking: z.array(
    z.object({
      provider: wireProvider,
      reference: z.string(),
      order_id: z.string(),
      total_cents: z.int(),
      created_at: z.string(),
    }),
  ),
  open_disputes: z.int(),
})
export type PaymentTasks = z.infer<typeof wirePaymentTasks>

export const adminPaymentTasks = defineAdminCalls({
  getPaymentTasks: {
    method: 'GET',
    path: '/api/admin/payments',
    summary: 'Lists what a person has to decide about card payments',
    description: `Owners only. At most ${MAX_PAYMENT_TASKS} of each kind, the oldest first.`,
    response: wirePaymentTasks,
  },
  rebuildOrder: {
    method: 'POST',
    path: '/api/admin/payments/:reference/rebuild',
    summary: 'Rebuilds the order of a payment without one',
    description: "Owners only. Takes its goods from stock and sends the confirmation. 409 says why it can't be done.",
    params: z.object({ reference }),
    response: z.object({ ...changeResult.shape, order_id: z.string() }),
    errors: ['not_found', 'conflict'],
  },
  refundUnmatched: {
    method: 'POST',
    path: '/api/admin/payments/:reference/pay-back',
    summary: 'Refunds a payment without an order',
    description: 'Owners only. All that is left of it. No undo.',
    params: z.object({ reference }),
    response: changeResult,
    errors: ['not_found', 'conflict'],
  },
  attachPayment: {
    method: 'POST',
    path: '/api/admin/payments/:reference/attach',
    summary: 'Links a payment to an order',
    description: 'Owners only. The order must have no card payment.',
    params: z.object({ reference }),
    body: z.object({ order_id }),
    response: changeResult,
    errors: ['not_found', 'conflict'],
  },
  dismissOperation: {
    method: 'POST',
    path: '/api/admin/payments/operations/:operation_id/dismiss',
    summary: 'Marks a failed gateway request as resolved',
    description: 'Owners only. It is no longer listed; nothing else changes.',
    params: z.object({ operation_id: z.string().check(z.maxLength(100), z.describe('`id` of the request')) }),
    response: changeResult,
    errors: ['conflict'],
  },
})
