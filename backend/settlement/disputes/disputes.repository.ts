import type { Dispute as StoredDispute } from '../../payments/ledger/payments.repository.ts'
import type { Database } from '../../platform/database/database.ts'

/** A dispute with the gateway of its payment. */
export type Dispute = StoredDispute & { provider: string | null }

type PageStart = { openedAt: string; disputeId: string }

/** Newest first: at most `limit` of those after `from`. */
export function listDisputesPage(
  database: Database,
  { from, limit }: { from: PageStart | null; limit: number },
): Promise<Dispute[]> {
  const query = selectDisputes(database).orderBy('opened_at', 'desc').orderBy('dispute_id', 'desc').limit(limit)
  if (from === null) return query.execute()
  const { openedAt, disputeId } = from
  return query
    .where((row) => row(row.refTuple('opened_at', 'dispute_id'), '<', row.tuple(openedAt, disputeId)))
    .execute()
}

export async function findDispute(database: Database, id: string): Promise<Dispute | null> {
  const row = await selectDisputes(database).where('dispute_id', '=', id).executeTakeFirst()
  return row ?? null
}

function selectDisputes(database: Database) {
  return database
    .selectFrom('disputes')
    .leftJoin('payments', 'payments.reference', 'disputes.reference')
    .selectAll('disputes')
    .select('payments.provider')
}

/** A mail about an order; `sent_at` is `null` until a mail server has accepted it. */
export type WrittenMail = { subject: string; created_at: string; sent_at: string | null }

export async function listMailsAbout(database: Database, email: string, orderId: string): Promise<WrittenMail[]> {
  const mails = await database
    .selectFrom('outbox')
    .select(['order_id', 'subject', 'created_at', 'sent_at'])
    .where('recipient', '=', email)
    .execute()
  // Processes of an older version store no order with a mail, and answers to inquiries belong to none.
  const names = (subject: string) => ` ${subject} `.includes(` ${orderId} `)
  return mails
    .filter(({ order_id, subject }) => (order_id === null ? names(subject) : order_id === orderId))
    .map(({ subject, created_at, sent_at }) => ({ subject, created_at, sent_at }))
    .toSorted((one, other) => one.created_at.localeCompare(other.created_at))
}
