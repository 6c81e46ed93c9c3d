import * as z from 'zod/mini'
import { blobReference, createSha256, sha256Of } from './archive.ts'
import type { ReadPart } from './archive-reader.ts'
import { BackupError } from './backup-error.ts'

/** Types that both engines share. */
export type Kind = 'text' | 'integer' | 'real' | 'boolean' | 'blob'

export type Column = { name: string; kind: Kind }

export type Table = {
  name: string
  columns: readonly Column[]
  key: readonly string[]
  references: readonly string[]
}

/** A value in an archive: numbers beyond JSON's are text, and so are NaN and the infinities. */
export type Value = string | number | boolean | null | Uint8Array

export type Row = Readonly<Record<string, Value>>

/** Not backed up: migrations and jobs belong to the installation, staged products to a running import. */
const LEFT_OUT: ReadonlySet<string> = new Set(['kysely_migration', 'kysely_migration_lock', 'jobs', 'staged_products'])

/** Their rows would open the shop: sessions, links and the secret. A restore drops them from older backups. */
export const NOT_IN_BACKUPS: ReadonlySet<string> = new Set([
  'account_links',
  'admin_invites',
  'admin_resets',
  'admin_secrets',
  'admin_sessions',
  'admin_verifications',
  'sessions',
])

/** Referenced tables first, equal on both engines. */
export function sortTables(tables: readonly Table[]): Table[] {
  const waiting = tables.filter(({ name }) => !LEFT_OUT.has(name)).sort((a, b) => (a.name < b.name ? -1 : 1))
  const sorted: Table[] = []
  while (waiting.length > 0) {
    const next = waiting.findIndex(({ references }) => !references.some((name) => isAmong(waiting, name)))
    if (next === -1)
      throw new BackupError(
        `The tables ${waiting.map(({ name }) => name).join(', ')} refer to one another in a circle.`,
      )
    sorted.push(...waiting.splice(next, 1))
  }
  return sorted
}

function isAmong(tables: readonly Table[], wanted: string): boolean {
  return tables.some(({ name }) => name === wanted)
}

/** Whether it has bytes, which an archive stores apart. */
export function hasBlobs(table: Pick<Table, 'columns'>): boolean {
  return table.columns.some(({ kind }) => kind === 'blob')
}

/** As JSON holds it exactly. */
export function encodeInteger(value: bigint): number | string {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : String(value)
}

/** As JSON holds it exactly. Negative zero is zero: SQLite stores no other. */
export function encodeReal(value: number): number | string {
  return Number.isFinite(value) ? value + 0 : String(value)
}

/** A part ends after so many characters or bytes. */
const PART_TEXT_BYTES = 1024 * 1024
const PART_BLOB_BYTES = 8 * 1024 * 1024

export type RowPart = { lines: string[]; blobs: Map<string, Uint8Array<ArrayBuffer>> }

/** At least one row each. */
export async function* toParts(
  table: Table,
  batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): AsyncIterable<RowPart> {
  let part: RowPart = { lines: [], blobs: new Map() }
  let text = 0
  for await (const rows of batches) {
    for (const row of rows) {
      const line = await toLine(table, row, part.blobs)
      part.lines.push(line)
      text += line.length
    }
    const bytes = [...part.blobs.values()].reduce((sum, blob) => sum + blob.length, 0)
    if (text < PART_TEXT_BYTES && bytes < PART_BLOB_BYTES) continue
    yield part
    part = { lines: [], blobs: new Map() }
    text = 0
  }
  if (part.lines.length > 0) yield part
}

/** Adds the row's blobs to `blobs`. */
export async function toLine(table: Table, row: Row, blobs: RowPart['blobs'] = new Map()): Promise<string> {
  if (!hasBlobs(table)) return JSON.stringify(row)
  const line: Record<string, Value | { sha256: string; bytes: number }> = { ...row }
  for (const [name, value] of Object.entries(row)) {
    if (!(value instanceof Uint8Array)) continue
    const blob = new Uint8Array(value)
    const sha256 = await sha256Of(blob)
    blobs.set(sha256, blob)
    line[name] = { sha256, bytes: blob.length }
  }
  return JSON.stringify(line)
}

export function textOf(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`
}

export function hashLines(lines: readonly string[]): string {
  return createSha256().update(textOf(lines)).digest('hex')
}

const rowSchema = z.record(z.string(), z.nullable(z.union([z.string(), z.number(), z.boolean(), blobReference])))

/** The inverse of `toLine`. The database validates values. */
export function parseRow(table: Table, line: string, blobs: ReadonlyMap<string, Uint8Array>): Row {
  if (!hasBlobs(table)) return JSON.parse(line)
  const row = rowSchema.parse(JSON.parse(line))
  const values = Object.entries(row).map(([name, value]): [string, Value] => {
    if (value === null || typeof value !== 'object') return [name, value]
    const blob = blobs.get(value.sha256)
    if (blob === undefined) throw new BackupError(`The backup lacks what ${name} of ${table.name} holds.`)
    return [name, blob]
  })
  return Object.fromEntries(values)
}

/** Invisible to others until it is complete. */
export type Target = {
  /** By default to the newest version. */
  migrate: (version?: string) => Promise<void>
  /** Commits what `work` inserts. */
  load: (work: () => Promise<void>) => Promise<void>
  describe: () => Promise<Table[]>
  clear: (table: Table) => Promise<void>
  insert: (table: Table, part: ReadPart) => Promise<void>
  /** Per table, after all inserts. */
  finish: (table: Table) => Promise<void>
  read: (table: Table) => AsyncIterable<readonly Row[]>
}
