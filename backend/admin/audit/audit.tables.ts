export type AuditTables = { audit_log: AuditLogTable; counters: CountersTable }

declare module '../../database/tables.ts' {
  interface Tables extends AuditTables {}
}

type AuditLogTable = {
  /** Increases with each entry: a higher id is a later change. */
  id: number
  at: string
  actor: string
  action: string
  subject_kind: string
  subject_id: string
  /** JSON; `null` when the subject did not exist. */
  before: string
  after: string
  /** The entry that this one undid. */
  undoes: number | null
}

type CountersTable = { name: string; value: number }
