import { HOUR_MS } from '@shop/contract/durations'
import type { DemoData } from '../platform/module.ts'
import { deleteMailsTo } from './delete-mails.repository.ts'
import { insertMissingMail, type OutboxMail } from './outbox.repository.ts'

const MAIL_ID = 'demo-mail'
const DEMO_RECIPIENT = 'demo@packwright.example'

export const demoMail: DemoData = {
  add: (trx, now) => insertMissingMail(trx, buildFailedMail(now)),
  remove: (trx) => deleteMailsTo(trx, DEMO_RECIPIENT, ['welcome']),
}

function buildFailedMail(now: Date): OutboxMail {
  const createdAt = new Date(now.getTime() - 72 * HOUR_MS).toISOString()
  return {
    id: MAIL_ID,
    kind: 'welcome',
    order_id: null,
    recipient: DEMO_RECIPIENT,
    reply_to: null,
    subject: 'Your account',
    text: 'This is demo data: an email that its server refused.',
    html: '<p>This is demo data: an email that its server refused.</p>',
    state: 'failed',
    attempts: 20,
    next_attempt_at: createdAt,
    claim: null,
    last_error: 'EENVELOPE 550',
    created_at: createdAt,
    sent_at: null,
  }
}
