import type { StoredInquiry } from '../contact/contact.repository.ts'
import type { Trx } from '../database/database.ts'
import type { OutboxMail } from '../mail/outbox.repository.ts'

const HOUR = 60 * 60_000
const MESSAGE_IDS = ['demo-message-fit', 'demo-message-repair']
const MAIL_ID = 'demo-mail'

/** Adds two open inquiries, one of them urgent, and a mail that failed; what is there already stays as it is. */
export async function addDemoInquiries(trx: Trx, now: Date): Promise<void> {
  await trx
    .insertInto('contact_messages')
    .values(buildMessages(now))
    .onConflict((conflict) => conflict.column('message_id').doNothing())
    .execute()
  await trx
    .insertInto('outbox')
    .values(buildFailedMail(now))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Removes them, with the answers to them. */
export async function removeDemoInquiries(trx: Trx): Promise<void> {
  await trx.deleteFrom('contact_messages').where('message_id', 'in', MESSAGE_IDS).execute()
  await trx.deleteFrom('outbox').where('id', '=', MAIL_ID).execute()
}

function buildMessages(now: Date): StoredInquiry[] {
  const [fit = '', repair = ''] = MESSAGE_IDS
  const demo = { answered_at: null, probable_spam: 0 }
  return [
    {
      ...demo,
      message_id: fit,
      first_name: 'Demo',
      last_name: 'Shopper',
      email: 'demo@packwright.example',
      reason: 'General Inquiry',
      reference: 'Rain Cover',
      message: 'Does the rain cover fit over the full backpacks when they are packed to the top?',
      received_at: new Date(now.getTime() - 5 * HOUR).toISOString(),
    },
    {
      ...demo,
      message_id: repair,
      first_name: 'Guest',
      last_name: 'Shopper',
      email: 'guest@packwright.example',
      reason: 'Feedback',
      reference: '',
      message: 'A seam of my backpack has opened after some years. Can you mend it?',
      received_at: new Date(now.getTime() - 40 * HOUR).toISOString(),
    },
  ]
}

function buildFailedMail(now: Date): OutboxMail {
  const createdAt = new Date(now.getTime() - 72 * HOUR).toISOString()
  return {
    id: MAIL_ID,
    kind: 'welcome',
    recipient: 'demo@packwright.example',
    reply_to: null,
    subject: 'Your account',
    text: 'This is demo data: a mail that its server refused.',
    html: '<p>This is demo data: a mail that its server refused.</p>',
    state: 'failed',
    attempts: 20,
    next_attempt_at: createdAt,
    claim: null,
    last_error: 'EENVELOPE 550',
    created_at: createdAt,
    sent_at: null,
  }
}
