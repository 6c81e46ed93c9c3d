import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'

/** `text` is empty once deleted by retention. */
type Mail = { kind: string; subject: string; text: string; created_at: string; sent_at: string | null }

/** Messages to a person, without tokens of links, which anyone could use. */
export async function readMails(database: Database, addresses: readonly string[]): Promise<Mail[]> {
  const { rows } = await sql<Mail>`select kind, subject, text, created_at, sent_at from outbox
    where lower(recipient) in (${sql.join(addresses)}) order by created_at, id`.execute(database)
  return rows.map((mail) => ({ ...mail, text: mail.text.replace(/[\w-]{40,}/g, '…') }))
}
