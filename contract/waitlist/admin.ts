import * as z from 'zod/mini'
import { EMAIL_LENGTH, INVALID_EMAIL, isEmail } from '../accounts/fields.ts'
import { changeResult, defineAdminCalls } from '../http/endpoint.ts'
import { cleanedEmail } from '../text/cleaned.ts'

const wireWaiting = z.object({
  /** Empty for those who wait until orders open. */
  product_id: z.string(),
  product_name: z.nullable(z.string()),
  waiting: z.int(),
})
export type WaitingCount = z.infer<typeof wireWaiting>

export const adminWaitlist = defineAdminCalls({
  listWaiting: {
    method: 'GET',
    path: '/api/admin/waitlist',
    summary: 'Counts the waitlist by product',
    description: 'Confirmed addresses, also for when orders open. Most wanted first.',
    response: z.array(wireWaiting),
  },
  forgetWaiting: {
    method: 'POST',
    path: '/api/admin/waitlist/forget',
    summary: 'Deletes an address from the waitlist',
    description: 'Owners only. With unsent emails to it. No undo.',
    body: z.object({
      email: z.string().check(cleanedEmail, z.maxLength(EMAIL_LENGTH), z.refine(isEmail, INVALID_EMAIL)),
    }),
    response: z.object({ ...changeResult.shape, deleted: z.int() }),
  },
})
