import * as z from 'zod/mini'
import { changeResult, defineAdminCalls } from '../http/endpoint.ts'
import { RETURN_STATES } from './calls.ts'

export const MAX_LABEL_BYTES = 2_000_000

export const LABEL_TOO_LARGE = `The label is larger than ${MAX_LABEL_BYTES / 1_000_000} MB. Please save a smaller file.`

export const ANSWER_LENGTH = 1000

export const wireReturn = z.object({
  return_id: z.string(),
  state: z.enum(RETURN_STATES),
  reason: z.string(),
  details: z.string(),
  answer: z.string(),
  label_path: z.nullable(z.string()),
  items: z.array(z.object({ order_item_id: z.string(), quantity: z.int() })),
})
export type AdminReturn = z.infer<typeof wireReturn>

const answer = z.string().check(z.trim(), z.maxLength(ANSWER_LENGTH, 'This is too long'))
const acceptance = { answer }
const refusal = { answer: answer.check(z.minLength(1, 'Please give the shopper a reason')) }

const returnId = z.string().check(z.minLength(1), z.maxLength(100))

export const RETURN_MAILS = [
  z.object({ change: z.literal('accept_return'), return_id: returnId, has_label: z.boolean(), ...acceptance }),
  z.object({ change: z.literal('decline_return'), return_id: returnId, ...refusal }),
  z.object({ change: z.literal('receive_return'), return_id: returnId }),
] as const

const params = z.object({
  order_id: z.string().check(z.minLength(1), z.maxLength(100), z.describe('Number of the order')),
  return_id: returnId.check(z.describe('Number of the return')),
})
const version = z.int().check(z.minimum(0))
const path = '/api/admin/orders/:order_id/returns/:return_id' as const

export const adminReturns = defineAdminCalls({
  acceptReturn: {
    method: 'POST',
    path: `${path}/accept`,
    summary: 'Accepts a return, with or without a prepaid label',
    description: `Owners only. The label is a PDF, PNG or JPEG of at most ${MAX_LABEL_BYTES / 1_000_000} MB, in Base64. The shopper is told by email ten seconds later, with a link to it.`,
    params,
    body: z.object({
      ...acceptance,
      label: z.nullable(z.string().check(z.maxLength(Math.ceil(MAX_LABEL_BYTES / 3) * 4, LABEL_TOO_LARGE))),
      version,
    }),
    response: changeResult,
    errors: ['not_found', 'conflict', 'too_large'],
  },
  declineReturn: {
    method: 'POST',
    path: `${path}/decline`,
    summary: 'Declines a return',
    description: 'Owners only. Also one that was received. The shopper is emailed the reason ten seconds later.',
    params,
    body: z.object({ ...refusal, version }),
    response: changeResult,
    errors: ['not_found', 'conflict'],
  },
  receiveReturn: {
    method: 'POST',
    path: `${path}/receive`,
    summary: 'Marks a return as received',
    description: 'The named items go back into stock. The shopper is emailed ten seconds later.',
    params,
    body: z.object({
      restocked_item_ids: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(100)),
      version,
    }),
    response: changeResult,
    errors: ['not_found', 'conflict'],
  },
})
