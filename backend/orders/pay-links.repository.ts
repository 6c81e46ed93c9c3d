import type { Selectable } from 'kysely'
import { withdrawMails } from '../mail/outbox.repository.ts'
import type { Database, Trx } from '../platform/database/database.ts'
import type { OrdersTables } from './orders.tables.ts'

export type PayLink = Selectable<OrdersTables['pay_links']>

export async function findPayLink(database: Database, tokenHash: string): Promise<PayLink | null> {
  const row = await database.selectFrom('pay_links').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()
  return row ?? null
}

/** The order's working link, or the newest one; `null` if it had none. */
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

/** Disables all links of a locked order and withdraws their unsent mails. */
export async function withdrawPayLinks(trx: Trx, orderId: string, now: Date): Promise<void> {
  const withdrawn = await trx
    .updateTable('pay_links')
    .set({ withdrawn_at: now.toISOString() })
    .where('order_id', '=', orderId)
    .where('withdrawn_at', 'is', null)
    .returning('mail_id')
    .execute()
  await withdrawMails(
    trx,
    withdrawn.flatMap(({ mail_id }) => mail_id ?? []),
  )
}

/** Deletes withdrawn mails of links made before a time; returns how many. */
export async function deleteWithdrawnMails(database: Database, before: string): Promise<number> {
  const update = database
    .updateTable('pay_links')
    .set({ withdrawn_mail: null })
    .where('withdrawn_mail', 'is not', null)
    .where('created_at', '<', before)
  return Number((await update.executeTakeFirst()).numUpdatedRows)
}
