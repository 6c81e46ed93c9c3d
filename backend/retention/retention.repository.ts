import type { Database } from '../database/database.ts'

/** Mails per statement, so that locks are short. */
const BATCH = 1000

/** Deletes the texts of mails sent before a time; the rest of the record stays. Returns how many. */
export async function deleteMailTexts(database: Database, before: string): Promise<number> {
  let [count, last] = [0, '']
  for (;;) {
    const ids = await listSentWithText(database, before, last)
    if (ids.length === 0) return count
    const update = database.updateTable('outbox').set({ text: '', html: '' }).where('id', 'in', ids)
    count += Number((await update.where('state', '=', 'sent').executeTakeFirst()).numUpdatedRows)
    last = ids.at(-1) ?? last
  }
}

async function listSentWithText(database: Database, before: string, after: string): Promise<string[]> {
  const rows = await database
    .selectFrom('outbox')
    .select('id')
    .where('id', '>', after)
    .where('state', '=', 'sent')
    .where('sent_at', '<', before)
    .where((row) => row.or([row('text', '!=', ''), row('html', '!=', '')]))
    .orderBy('id')
    .limit(BATCH)
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes sessions that expired before a time. Signing out deletes a session at once. */
export async function deleteSessions(database: Database, before: string): Promise<number> {
  return numberOf(database.deleteFrom('sessions').where('expires_at', '<', before))
}

/** Deletes messages that were answered before a time. */
export async function deleteInquiries(database: Database, before: string): Promise<number> {
  return numberOf(database.deleteFrom('contact_messages').where('answered_at', '<', before))
}

/** Deletes visit counts of days before a time. */
export async function deleteVisits(database: Database, before: string): Promise<number> {
  return numberOf(database.deleteFrom('visits').where('day', '<', before.slice(0, 10)))
}

async function numberOf(query: { executeTakeFirst: () => Promise<{ numDeletedRows: bigint } | undefined> }) {
  return Number((await query.executeTakeFirst())?.numDeletedRows ?? 0)
}
