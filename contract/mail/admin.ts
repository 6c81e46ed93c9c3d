import * as z from 'zod/mini'
import { changeResult, defineAdminCalls } from '../http/endpoint.ts'

/** How long an email about a change is held, and Undo is offered. */
export const MAIL_HOLD_MS = 10_000

/** `sent`: accepted by the next email server. */
export const mailDelivery = z.enum(['waiting', 'sent', 'failed'])
export type MailDelivery = z.infer<typeof mailDelivery>

const wireMail = z.object({
  id: z.string(),
  kind: z.string(),
  recipient: z.string(),
  subject: z.string(),
  state: z.enum(['waiting', 'failed']),
  attempts: z.int(),
  created_at: z.string(),
  next_attempt_at: z.string(),
  last_error: z.nullable(z.string()),
  /** False where no email server would accept its address. */
  can_be_sent: z.boolean(),
})
export type UnsentMail = z.infer<typeof wireMail>

const wireMailSample = z.object({ name: z.string(), to: z.string(), subject: z.string(), text: z.string() })
export type MailSample = z.infer<typeof wireMailSample>

export const adminMail = defineAdminCalls({
  listMailSamples: {
    method: 'GET',
    path: '/api/admin/mails/samples',
    summary: 'Shows the emails about orders',
    description: 'As they would leave, of a sample order. Sends nothing.',
    response: z.object({ mails: z.array(wireMailSample) }),
  },
  listUnsentMails: {
    method: 'GET',
    path: '/api/admin/mails',
    summary: 'Lists the emails that have not been sent',
    description: 'Failed ones first, then those that wait; at most 200.',
    response: z.object({
      mails: z.array(wireMail),
      more: z.int(),
      has_mail_server: z.boolean(),
    }),
  },
  retryMail: {
    method: 'POST',
    path: '/api/admin/mails/retry',
    summary: 'Sends an email again',
    description: 'Makes an email that has failed, or waits, due now.',
    body: z.object({ id: z.string().check(z.minLength(1), z.maxLength(100)) }),
    response: changeResult,
    errors: ['conflict'],
  },
  sendTestMail: {
    method: 'POST',
    path: '/api/admin/mails/test',
    summary: 'Sends yourself a test email',
    description: 'Owners only. Refused without an email server.',
    response: changeResult,
    errors: ['conflict'],
  },
})
