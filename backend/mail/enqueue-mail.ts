import { randomUUID } from 'node:crypto'
import type { Trx } from '../database/database.ts'
import { composeHtml, composeText, type MailBlock } from './compose.ts'
import { headerText, isMailAddress } from './mail-address.ts'
import { UNUSABLE_ADDRESS } from './outbox.repository.ts'

export type MailKind = 'welcome' | 'cancellation-shop' | 'cancellation-shopper' | 'contact'

export type NewMail = {
  kind: MailKind
  to: string
  /** Whom an answer reaches; left out when it is no usable address. */
  replyTo?: string
  subject: string
  blocks: readonly MailBlock[]
}

/**
 * Stores a message in the transaction of what it tells of; the outbox delivers it once that is committed. An address
 * that no mail server would take never stops the transaction: the message is kept as failed. Answers the message's id.
 */
export async function enqueueMail(trx: Trx, mail: NewMail, now: Date): Promise<string> {
  const id = randomUUID()
  const usable = isMailAddress(mail.to)
  const subject = headerText(mail.subject)
  await trx
    .insertInto('outbox')
    .values({
      id,
      kind: mail.kind,
      recipient: mail.to,
      reply_to: mail.replyTo !== undefined && isMailAddress(mail.replyTo) ? mail.replyTo : null,
      subject,
      text: composeText(mail.blocks),
      html: composeHtml(subject, mail.blocks),
      state: usable ? 'waiting' : 'failed',
      attempts: 0,
      next_attempt_at: now.toISOString(),
      claim: null,
      last_error: usable ? null : UNUSABLE_ADDRESS,
      created_at: now.toISOString(),
      sent_at: null,
    })
    .execute()
  return id
}
