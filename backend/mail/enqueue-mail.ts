import { randomUUID } from 'node:crypto'
import { MAIL_HOLD_MS } from '@shop/contract/admin/change'
import type { ShopSettings } from '@shop/contract/shop'
import type { Trx } from '../database/database.ts'
import { headerText, isMailAddress, UNUSABLE_ADDRESS } from '../lib/mail-address.ts'
import { composeHtml, composeText, type MailBlock } from './compose.ts'

export type MailKind =
  | 'welcome'
  | 'address-confirmation'
  | 'password-reset'
  | 'password-changed'
  | 'account-closed'
  | 'admin-password-reset'
  | 'admin-access-changed'
  | 'cancellation-shop'
  | 'cancellation-shopper'
  | 'cancellation-correction'
  | 'shipment'
  | 'shipment-correction'
  | 'refund'
  | 'refund-correction'
  | 'order-confirmation'
  | 'order-correction'
  | 'contact'
  | 'inquiry-answer'
  | 'test'

export type NewMail = {
  kind: MailKind
  to: string
  /** Reply-To; left out when it is not a usable address. */
  replyTo?: string
  subject: string
  blocks: readonly MailBlock[]
}

/** Milliseconds that a mail about a change by the owner or a helper waits, so that an undo can withdraw it. */
export const MAIL_HOLD = MAIL_HOLD_MS

/**
 * When a message is written, and whose name closes it. `holdFor`: milliseconds that it waits before its delivery, so
 * that it can be withdrawn. `id`: one by which it is found again without being stored elsewhere.
 */
export type MailContext = { now: Date; shop: ShopSettings; holdFor?: number; id?: string }

/**
 * Puts a message into the outbox within the caller's transaction; the worker delivers it after the commit. An unusable
 * address does not stop the transaction: the message is stored as failed. Returns the message's id.
 */
export async function enqueueMail(
  trx: Trx,
  mail: NewMail,
  { now, shop, holdFor = 0, id = randomUUID() }: MailContext,
): Promise<string> {
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
      text: composeText(mail.blocks, shop),
      html: composeHtml(subject, mail.blocks, shop),
      state: usable ? 'waiting' : 'failed',
      attempts: 0,
      next_attempt_at: new Date(now.getTime() + holdFor).toISOString(),
      claim: null,
      last_error: usable ? null : UNUSABLE_ADDRESS,
      created_at: now.toISOString(),
      sent_at: null,
    })
    .execute()
  return id
}
