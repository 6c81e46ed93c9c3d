import { sql } from 'kysely'
import { FORGOTTEN_KINDS } from '../mail/outbox.repository.ts'
import type { Database } from '../platform/database/database.ts'
import { localDay } from '../platform/lib/days/local-day.ts'

/** Mails per statement, so that locks are short. */
const BATCH = 1000

/** Deletes the texts of mails sent before a time; the rest of the record stays. Returns how many. */
export async function deleteMailTexts(database: Database, before: string): Promise<number> {
  for (let count = 0; ; ) {
    const ids = await listSentWithText(database, before)
    if (ids.length === 0) return count
    const update = database.updateTable('outbox').set({ text: '', html: '' }).where('id', 'in', ids)
    count += Number((await update.executeTakeFirst()).numUpdatedRows)
  }
}

/** As the index of texts says it: with parameters SQLite would not use that. */
const HAS_SENT_TEXT = sql<boolean>`state = 'sent' and text <> ''`

async function listSentWithText(database: Database, before: string): Promise<string[]> {
  const rows = await database
    .selectFrom('outbox')
    .select('id')
    .where(HAS_SENT_TEXT)
    .where('sent_at', '<', before)
    .orderBy('sent_at')
    .orderBy('id')
    .limit(BATCH)
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes the mails of payment links made before a time that were withdrawn before they left. Returns how many. */
export async function deleteWithdrawnMails(database: Database, before: string): Promise<number> {
  const update = database
    .updateTable('pay_links')
    .set({ withdrawn_mail: null })
    .where('withdrawn_mail', 'is not', null)
    .where('created_at', '<', before)
  return Number((await update.executeTakeFirst()).numUpdatedRows)
}

/** Sessions, links of mails about accounts, half-done sign-ins to the admin, used or not, and who waits. */
type Expiring = 'sessions' | 'account_links' | 'admin_sessions' | 'admin_verifications' | 'waitlist'

/** A function that deletes the rows of a table that expired before a time. */
export function deleteExpired(table: Expiring): (database: Database, before: string) => Promise<number> {
  return (database, before) => numberOf(database.deleteFrom(table).where('expires_at', '<', before))
}

/** Deletes those who wait for products that are gone. Until then an undo brings both back. */
export async function deleteWaitingForNothing(database: Database): Promise<number> {
  const products = database.selectFrom('products').select('product_id')
  return numberOf(database.deleteFrom('waitlist').where('product_id', '!=', '').where('product_id', 'not in', products))
}

/** Deletes the prepaid labels, with names and addresses, of returns that were asked for before a time. */
export async function deleteLabels(database: Database, before: string): Promise<number> {
  const returns = database.selectFrom('order_returns').select('return_id').where('asked_at', '<', before)
  return numberOf(database.deleteFrom('return_labels').where('return_id', 'in', returns))
}

/** Deletes mails to those who wait that could not be sent, written before a time. */
export async function deleteWaitlistMails(database: Database, before: string): Promise<number> {
  return numberOf(database.deleteFrom('outbox').where('kind', 'in', FORGOTTEN_KINDS).where('created_at', '<', before))
}

/** Entries per statement, so that locks are short. */
const AUDIT_BATCH = 1000

/** Deletes entries of the audit log made before a time; they cannot be undone any more. */
export async function deleteAudit(database: Database, before: string): Promise<number> {
  for (let count = 0; ; ) {
    const rows = await database
      .selectFrom('audit_log')
      .select('id')
      .where('at', '<', before)
      .orderBy('at')
      .limit(AUDIT_BATCH)
      .execute()
    if (rows.length === 0) return count
    const ids = rows.map(({ id }) => id)
    count += await numberOf(database.deleteFrom('audit_log').where('id', 'in', ids))
  }
}

export async function deleteInquiries(database: Database, before: string): Promise<number> {
  return numberOf(database.deleteFrom('contact_messages').where('answered_at', '<', before))
}

export async function deleteVisits(database: Database, before: string): Promise<number> {
  const day = localDay(new Date(before))
  await database.deleteFrom('missing_pages').where('day', '<', day).execute()
  await database.deleteFrom('demand').where('day', '<', day).execute()
  return numberOf(database.deleteFrom('visits').where('day', '<', day))
}

async function numberOf(query: { executeTakeFirst: () => Promise<{ numDeletedRows: bigint } | undefined> }) {
  return Number((await query.executeTakeFirst())?.numDeletedRows ?? 0)
}
