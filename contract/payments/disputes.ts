import * as z from 'zod/mini'
import { cursor, defineAdminCalls } from '../http/endpoint.ts'
import { wireProvider } from './provider-name.ts'

/** Statuses of disputes that are lost, accepted or not answered in time. */
const LOST_STATES: readonly string[] = ['lost', 'accepted', 'auto_accepted', 'expired']

/** Whether the bank keeps the money. A retrieval only asks for documents. */
export function isLostDispute({ kind, status }: { kind: string | null; status: string }): boolean {
  return LOST_STATES.includes(status) && kind !== 'retrieval'
}

export const UNDECIDED_DISPUTES: readonly string[] = ['open', 'disputed', 'under_review']

/** Whether a bank may still take a payment back. */
export function isOpenDispute({ kind, status }: { kind: string | null; status: string }): boolean {
  return UNDECIDED_DISPUTES.includes(status) && kind !== 'retrieval'
}

const wireDispute = z.object({
  provider: wireProvider,
  id: z.string(),
  reference: z.string(),
  order_id: z.nullable(z.string()),
  amount_cents: z.int(),
  /** In the gateway's words; `null` where it did not say. */
  kind: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  state: z.string(),
  reply_by: z.nullable(z.string()),
  opened_at: z.string(),
})
export type ListedDispute = z.infer<typeof wireDispute>

export const adminDisputes = defineAdminCalls({
  listDisputes: {
    method: 'GET',
    path: '/api/admin/disputes',
    summary: 'Lists disputes',
    description: 'Owners only. Newest first. `next` begins the next page.',
    query: z.object({ after: z.optional(cursor).check(z.describe('`next` of the page before')) }),
    response: z.object({ disputes: z.array(wireDispute), next: z.nullable(cursor) }),
  },
  getDispute: {
    method: 'GET',
    path: '/api/admin/disputes/:dispute_id',
    summary: 'Returns a dispute with the proof of its order',
    description: 'Owners only. `proof` is text for the gateway; null without an order.',
    params: z.object({ dispute_id: z.string().check(z.maxLength(100), z.describe('Its id at the gateway')) }),
    response: z.object({ dispute: wireDispute, proof: z.nullable(z.string()) }),
    errors: ['not_found'],
  },
})
