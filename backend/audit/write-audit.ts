import type { Database, Trx } from '../database/database.ts'
import { insertAuditEntries, type NewAuditEntry } from './audit.repository.ts'

/** What every use case of the owner's is given: where, when and who. */
export type ChangeContext = {
  database: Database
  clock: () => Date
  /** Whom the audit log names: `command`, or who was signed in to the admin. */
  actor: string
}

/**
 * Notes a change in the transaction that makes it, and answers the entry's id. Call it last: changes by the owner wait
 * for one another from here to their commit, so that ids are in the order of changes.
 */
export async function writeAudit(trx: Trx, entry: NewAuditEntry): Promise<number> {
  const [id] = await insertAuditEntries(trx, [entry])
  if (id === undefined) throw new Error('an entry of the audit log has no id')
  return id
}

/** Notes many changes of one transaction at once, as `writeAudit` does one. */
export async function writeAudits(trx: Trx, entries: readonly NewAuditEntry[]): Promise<number[]> {
  return entries.length === 0 ? [] : insertAuditEntries(trx, entries)
}
