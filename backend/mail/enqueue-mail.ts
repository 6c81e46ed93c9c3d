import { randomUUID } from 'node:crypto'
import { isMailAddress } from '@shop/contract/accounts/fields'
import { MAIL_HOLD_MS } from '@shop/contract/mail/admin'
import type { MailWords } from '@shop/contract/mail/templates'
import type { ShopSettings } from '@shop/contract/pages/shop'
import type { AdminSettings } from '@shop/contract/settings/admin'
import { shopAddressLines } from '@shop/contract/settings/shop-address'
import type { Database, Trx } from '../platform/database/database.ts'
import { chunksOf } from '../platform/database/queries.ts'
import { headerText, UNUSABLE_ADDRESS } from '../platform/lib/text.ts'
import { linkBase } from '../platform/settings/link-base.ts'
import { composeHtml } from './html/compose-html.ts'
import { composeText } from './texts/mail-blocks.ts'
import { readWords } from './texts/mail-texts.repository.ts'
import { commonValues, type Fill, hasHeadline, type MailTextName, type TextWith } from './texts/mail-texts.ts'
import { renderText } from './texts/render-text.ts'

/** The kind of a mail in the outbox: the name of its text, or a name that is stored since before mails had texts. */
export type MailKind =
  | MailTextName
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
  | 'low-stock'
  | 'waitlist-confirmation'
  | 'waitlist-notice'
  | 'customer-exported'
  | 'customer-deleted'
  | 'contact'
  | 'inquiry-answer'
  | 'test'

/** An email by the name of its text, which may be edited. */
export type NewMail<Name extends MailTextName = MailTextName> = {
  kind: MailKind
  to: string
  /** Omitted when it is not a usable address. */
  replyTo?: string
  text: TextWith<Name>
}

export type ComposedMail = { subject: string; text: string; html: string }

export const MAIL_HOLD = MAIL_HOLD_MS

export type MailShop = ShopSettings & Pick<AdminSettings, 'shopAddress'>

/** `holdFor`: milliseconds in which it can be withdrawn. `id`: one that the caller can find it by. */
type MailContext = { now: Date; shop: MailShop; holdFor?: number; id?: string }

/**
 * Puts a message into the outbox within the caller's transaction; the worker delivers it after the commit. An unusable
 * address is stored as failed and does not stop the transaction. Returns the id.
 */
export async function enqueueMail(trx: Trx, mail: NewMail, context: MailContext): Promise<string> {
  const row = rowOf(mail, await composeMail(trx, mail, context.shop), context)
  await trx
    .insertInto('outbox')
    .values({ ...row, order_id: orderIdOf(mail) })
    .execute()
  return row.id
}

/** Returns the ids in order. */
export async function enqueueMails(
  trx: Trx,
  mails: readonly NewMail[],
  { shop, ids = [], ...context }: Omit<MailContext, 'id'> & { ids?: readonly (string | null)[] },
): Promise<string[]> {
  const wordsOf = await readWords(trx, [...new Set(mails.map(({ text }) => text.name))])
  const rows = mails.map((mail, index) => {
    const { text } = mail
    const id = ids[index] ?? null
    const composed = composeWords(text, wordsOf(text.name), shop)
    const row = rowOf(mail, composed, { ...context, ...(id !== null && { id }) })
    return { ...row, order_id: orderIdOf(mail) }
  })
  for (const chunk of chunksOf(rows)) await trx.insertInto('outbox').values(chunk).execute()
  return rows.map(({ id }) => id)
}

/** The order that an email is about, however its words were edited; `null` for none. */
function orderIdOf({ text }: NewMail): string | null {
  const values: Readonly<Record<string, Fill>> = text.values
  const { order_number } = values
  return typeof order_number === 'string' ? order_number : null
}

type Envelope = Pick<NewMail, 'kind' | 'to' | 'replyTo'>

/** Stores a composed message, which is about no order. */
export async function storeMail(
  trx: Trx,
  envelope: Envelope,
  mail: ComposedMail,
  context: Omit<MailContext, 'shop'>,
): Promise<string> {
  const row = rowOf(envelope, mail, context)
  await trx
    .insertInto('outbox')
    .values({ ...row, order_id: null })
    .execute()
  return row.id
}

function rowOf(
  { kind, to, replyTo }: Envelope,
  mail: ComposedMail,
  { now, holdFor = 0, id = randomUUID() }: Omit<MailContext, 'shop'>,
) {
  const usable = isMailAddress(to)
  return {
    id,
    kind,
    recipient: to,
    reply_to: replyTo !== undefined && isMailAddress(replyTo) ? replyTo : null,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    state: usable ? ('waiting' as const) : ('failed' as const),
    attempts: 0,
    next_attempt_at: new Date(now.getTime() + holdFor).toISOString(),
    claim: null,
    last_error: usable ? null : UNUSABLE_ADDRESS,
    created_at: now.toISOString(),
    sent_at: null,
  }
}

/** A mail as it would be sent now. */
export async function composeMail(database: Database, { text }: NewMail, shop: MailShop): Promise<ComposedMail> {
  const wordsOf = await readWords(database, [text.name])
  return composeWords(text, wordsOf(text.name), shop)
}

/** Composes an email with these words, signed by the shop. */
export function composeWords(
  { name, values }: { name: MailTextName; values: Readonly<Record<string, Fill>> },
  words: MailWords,
  shop: MailShop,
): ComposedMail {
  const sender = { ...shop, postalAddress: shopAddressLines(shop.shopAddress), publicUrl: linkBase(shop) }
  const { blocks, ...mail } = renderText(name, words, { ...values, ...commonValues(values, sender) })
  const subject = headerText(mail.subject)
  const letter = { title: subject, hasHeadline: hasHeadline(name), blocks }
  return { subject, text: composeText(blocks, sender), html: composeHtml(letter, sender) }
}
