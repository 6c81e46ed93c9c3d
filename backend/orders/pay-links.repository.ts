import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import { type OutboxMail, putBackMail, takeBackMail } from '../mail/outbox.repository.ts'
import type { Database, Trx } from '../platform/database/database.ts'
import type { OrdersTables } from './orders.tables.ts'

export type PayLink = Selectable<OrdersTables['pay_links']>

export async function findPayLink(database: Database, tokenHash: string): Promise<PayLink | null> {
  const row = await database.selectFrom('pay_links').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()
  return row ?? null
}

/** The link of an order that works, else the newest one; `null` when there was none. */
export async function findPayLinkOfOrder(database: Database, orderId: string): Promise<PayLink | null> {
  const links = await database
    .selectFrom('pay_links')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at', 'desc')
    .execute()
  return links.find(({ withdrawn_at }) => withdrawn_at === null) ?? links[0] ?? null
}

export async function insertPayLink(trx: Trx, link: PayLink): Promise<void> {
  await trx.insertInto('pay_links').values(link).execute()
}

/**
 * Withdraws all links of a locked order but this one, which works again if it was withdrawn; `null`: all of them. A mail that
 * has not left is withdrawn, and comes back, with its link.
 */
export async function setWorkingPayLink(trx: Trx, orderId: string, linkId: string | null, now: Date): Promise<void> {
  const links = await trx
    .selectFrom('pay_links')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('link_id')
    .execute()
  for (const { link_id, mail_id } of links.filter((link) => link.withdrawn_at === null && link.link_id !== linkId)) {
    const mail = mail_id === null ? null : await takeBackMail(trx, mail_id)
    const withdrawn_mail = mail === null ? null : JSON.stringify(mail)
    await updatePayLink(trx, link_id, { withdrawn_at: now.toISOString(), withdrawn_mail })
  }
  const again = links.find(({ link_id, withdrawn_at }) => link_id === linkId && withdrawn_at !== null)
  if (again === undefined) return
  const { link_id, withdrawn_mail, expires_at } = again
  if (withdrawn_mail !== null && expires_at > now.toISOString()) {
    await putBackMail(trx, withdrawnMail.parse(JSON.parse(withdrawn_mail)))
  }
  await updatePayLink(trx, link_id, { withdrawn_at: null, withdrawn_mail: null })
}

async function updatePayLink(
  trx: Trx,
  linkId: string,
  values: Pick<PayLink, 'withdrawn_at' | 'withdrawn_mail'>,
): Promise<void> {
  await trx.updateTable('pay_links').set(values).where('link_id', '=', linkId).execute()
}

/** One that an older version took back has no order. */
const withdrawnMail = z.object({
  order_id: z._default(z.nullable(z.string()), null),
  id: z.string(),
  kind: z.string(),
  recipient: z.string(),
  reply_to: z.nullable(z.string()),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  state: z.string(),
  attempts: z.number(),
  next_attempt_at: z.string(),
  claim: z.nullable(z.string()),
  last_error: z.nullable(z.string()),
  created_at: z.string(),
  sent_at: z.nullable(z.string()),
}) satisfies z.ZodMiniType<OutboxMail>
