import { randomUUID } from 'node:crypto'
import { MAIL_HOLD_MS } from '@shop/contract/admin/mail'
import { isMailAddress } from '@shop/contract/customer'
import type { ShopSettings } from '@shop/contract/shop'
import type { Trx } from '../database/database.ts'
import { chunksOf } from '../database/queries.ts'
import { escapeHtml, headerText, UNUSABLE_ADDRESS, withoutBidiControls } from '../lib/text.ts'

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
  | 'delay'
  | 'delay-correction'
  | 'refund'
  | 'refund-correction'
  | 'return'
  | 'return-correction'
  | 'return-shop'
  | 'order-confirmation'
  | 'order-correction'
  | 'order-placed-shop'
  | 'pay-link'
  | 'payment-alert'
  | 'open-shop-alert'
  | 'waitlist-confirmation'
  | 'waitlist-notice'
  | 'customer-exported'
  | 'customer-deleted'
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
type MailContext = { now: Date; shop: ShopSettings; holdFor?: number; id?: string }

/**
 * Puts a message into the outbox within the caller's transaction; the worker delivers it after the commit. An unusable
 * address does not stop the transaction: the message is stored as failed. Returns the message's id.
 */
export async function enqueueMail(trx: Trx, mail: NewMail, context: MailContext): Promise<string> {
  const row = rowOf(mail, context)
  await trx.insertInto('outbox').values(row).execute()
  return row.id
}

/** The same for many messages; returns their ids in the same order. */
export async function enqueueMails(
  trx: Trx,
  mails: readonly NewMail[],
  context: Omit<MailContext, 'id'>,
): Promise<string[]> {
  const rows = mails.map((mail) => rowOf(mail, context))
  for (const chunk of chunksOf(rows)) await trx.insertInto('outbox').values(chunk).execute()
  return rows.map(({ id }) => id)
}

function rowOf(mail: NewMail, { now, shop, holdFor = 0, id = randomUUID() }: MailContext) {
  const usable = isMailAddress(mail.to)
  const subject = headerText(mail.subject)
  return {
    id,
    kind: mail.kind,
    recipient: mail.to,
    reply_to: mail.replyTo !== undefined && isMailAddress(mail.replyTo) ? mail.replyTo : null,
    subject,
    text: composeText(mail.blocks, shop),
    html: composeHtml(subject, mail.blocks, shop),
    state: usable ? ('waiting' as const) : ('failed' as const),
    attempts: 0,
    next_attempt_at: new Date(now.getTime() + holdFor).toISOString(),
    claim: null,
    last_error: usable ? null : UNUSABLE_ADDRESS,
    created_at: now.toISOString(),
    sent_at: null,
  }
}

/** A block of a message: a paragraph, a list of facts, a bulleted list, or a quotation. */
export type MailBlock =
  | string
  | { facts: readonly (readonly [label: string, value: string])[] }
  | { list: readonly string[] }
  | { quote: string }

type Signer = Pick<ShopSettings, 'name' | 'supportEmail'>

/** The message as plain text, signed with the shop's name. */
export function composeText(blocks: readonly MailBlock[], shop: Signer): string {
  return [...blocks.map(blockText), signature(shop).join('\n')].join('\n\n').concat('\n')
}

/** The message as simple HTML; all text is escaped. */
export function composeHtml(title: string, blocks: readonly MailBlock[], shop: Signer): string {
  const body = [...blocks.map(blockHtml), `<p>${signature(shop).map(escapeHtml).join('<br>')}</p>`].join('\n')
  return [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>`,
    '<body style="font-family: Georgia, serif; font-size: 16px; line-height: 1.5; max-width: 36em; margin: 2em auto; padding: 0 1em">',
    body,
    '</body></html>',
    '',
  ].join('\n')
}

function signature({ name, supportEmail }: Signer): string[] {
  return [name, supportEmail]
}

function blockText(block: MailBlock): string {
  if (typeof block === 'string') return block
  if ('facts' in block) return block.facts.map(([label, value]) => `${label}: ${withoutBidiControls(value)}`).join('\n')
  if ('list' in block) return block.list.map((item) => `- ${item}`).join('\n')
  return block.quote
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${line}`)
    .join('\n')
}

function blockHtml(block: MailBlock): string {
  if (typeof block === 'string') return `<p>${escapeHtml(block)}</p>`
  if ('facts' in block) {
    const rows = block.facts.map(([label, value]) => {
      return `<tr><th align="left" valign="top">${escapeHtml(label)}</th><td>${escapeHtml(withoutBidiControls(value))}</td></tr>`
    })
    return `<table cellpadding="4">${rows.join('')}</table>`
  }
  if ('list' in block) return `<ul>${block.list.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`
  return `<blockquote style="white-space: pre-wrap; margin-left: 1em">${escapeHtml(block.quote)}</blockquote>`
}
