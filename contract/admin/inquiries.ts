import * as z from 'zod/mini'
import { defineAdminEndpoint } from './admin-endpoint.ts'
import { cursor } from './page-of-list.ts'

/** Status filter: unanswered, answered, probable spam, or all but spam. */
export const INQUIRY_STATUSES = ['open', 'answered', 'spam', 'all'] as const

export const wireInquiry = z.object({
  message_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** One of the contact form's reasons. */
  reason: z.string(),
  reference: z.string(),
  message: z.string(),
  received_at: z.string(),
  answered_at: z.nullable(z.string()),
  probable_spam: z.boolean(),
})
export type Inquiry = z.infer<typeof wireInquiry>

export const listInquiriesEndpoint = defineAdminEndpoint({
  method: 'GET',
  path: '/api/admin/inquiries',
  summary: 'Lists messages of the contact form, newest first',
  description: 'A page of the messages with a status; `next` is where the following page begins, null on the last one.',
  query: z.object({
    status: z
      ._default(z.enum(INQUIRY_STATUSES), 'open')
      .check(z.describe('Which messages; `all` leaves out probable spam')),
    after: z.optional(cursor).check(z.describe('`next` of the page before')),
  }),
  response: z.object({ inquiries: z.array(wireInquiry), next: z.nullable(z.string()) }),
})
