import { BackupError } from './backup-error.ts'

/** Column types that both engines share. */
export type Kind = 'text' | 'integer' | 'real' | 'boolean' | 'blob'

export type Column = { name: string; kind: Kind }

export type Table = {
  name: string
  columns: readonly Column[]
  /** Columns of the primary key; rows are read in its order. */
  key: readonly string[]
  /** Tables that its foreign keys refer to. */
  references: readonly string[]
}

/**
 * A value as an archive has it: numbers beyond what JSON holds exactly are text, and so are NaN and the infinities.
 */
export type Value = string | number | boolean | null | Uint8Array

/** Column values of a row. */
export type Row = Readonly<Record<string, Value>>

/** Tables that are not backed up: migrations and jobs belong to the installation. */
const LEFT_OUT: ReadonlySet<string> = new Set(['kysely_migration', 'kysely_migration_lock', 'jobs'])

/**
 * Tables whose rows are not backed up, since a backup would open the shop with them: sessions, what mails and invitations
 * lead to, and the secret. A restore ends those that backups of older versions hold.
 */
export const NOT_IN_BACKUPS: ReadonlySet<string> = new Set([
  'account_links',
  'admin_invites',
  'admin_resets',
  'admin_secrets',
  'admin_sessions',
  'admin_verifications',
  'sessions',
])

/** The tables to back up, referenced tables first. The order is the same on both engines. */
export function sortTables(tables: readonly Table[]): Table[] {
  const waiting = tables.filter(({ name }) => !LEFT_OUT.has(name)).sort((a, b) => (a.name < b.name ? -1 : 1))
  const sorted: Table[] = []
  while (waiting.length > 0) {
    const next = waiting.findIndex(({ references }) => !references.some((name) => isAmong(waiting, name)))
    if (next === -1) throw new BackupError(`The tables ${namesOf(waiting)} refer to one another in a circle.`)
    sorted.push(...waiting.splice(next, 1))
  }
  return sorted
}

function isAmong(tables: readonly Table[], wanted: string): boolean {
  return tables.some(({ name }) => name === wanted)
}

function namesOf(tables: readonly Table[]): string {
  return tables.map(({ name }) => name).join(', ')
}

/** Whether a table holds bytes, which an archive stores apart from the rows. */
export function hasBlobs(table: Pick<Table, 'columns'>): boolean {
  return table.columns.some(({ kind }) => kind === 'blob')
}

/** An integer in a form that JSON holds exactly. */
export function encodeInteger(value: bigint): number | string {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : String(value)
}

/** A double as JSON holds it exactly. The negative zero is zero: SQLite stores no other. */
export function encodeReal(value: number): number | string {
  return Number.isFinite(value) ? value + 0 : String(value)
}
