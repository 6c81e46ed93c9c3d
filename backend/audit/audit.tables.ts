export type AuditTables = { audit_log: AuditLogTable; counters: CountersTable }

declare module '../database/tables.ts' {
  interface Tables extends AuditTables {}
}

type AuditLogTable = {
  /** Grows by one with each entry, so that a higher id is a later change. */
  id: number
  at: string
  actor: string
  action: string
  subject_kind: string
  subject_id: string
  /** JSON; `null` in it is a thing that was not there. */
  before: string
  after: string
  /** The entry that this one took back. */
  undoes: number | null
}

type CountersTable = { name: string; value: number }
