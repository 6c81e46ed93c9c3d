import type { Database, Trx } from '../../database/database.ts'
import { insertAuditEntries, type NewAuditEntry } from './audit.repository.ts'

/** What use cases of the owner need: database, clock and actor. */
export type ChangeContext = {
  database: Database
  clock: () => Date
  /** The actor in the audit log: `command`, or the signed-in user of the admin. */
  actor: string
}

/**
 * Writes an entry in the transaction of its change and returns its id. Call it last: it locks a row until the commit,
 * so that ids are in the order of changes.
 */
export async function writeAudit(trx: Trx, entry: NewAuditEntry): Promise<number> {
  const [id] = await insertAuditEntries(trx, [entry])
  if (id === undefined) throw new Error('an entry of the audit log has no id')
  return id
}

/** Writes entries for several changes of one transaction. */
export async function writeAudits(trx: Trx, entries: readonly NewAuditEntry[]): Promise<number[]> {
  return entries.length === 0 ? [] : insertAuditEntries(trx, entries)
}
