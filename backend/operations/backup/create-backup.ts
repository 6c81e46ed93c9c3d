import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import type { Location } from '../../database/database.ts'
import {
  FORMAT,
  FORMAT_VERSION,
  HEADER_NAME,
  type Header,
  MANIFEST_NAME,
  type Manifest,
  type Part,
} from './archive-format.ts'
import { type ArchiveWriter, openArchive } from './archive-writer.ts'
import { PROGRAM_VERSION } from './program-version.ts'
import type { OnProgress } from './progress.ts'
import { hashLines, type RowPart, textOf, toParts } from './row-parts.ts'
import { type Snapshot, withSnapshot } from './snapshot.ts'
import { NOT_IN_BACKUPS, type Table } from './table.ts'

const compress = promisify(zstdCompress)

export type BackupOptions = {
  location: Location
  file: string
  now: Date
  /** Replace an existing file of this name. */
  replace?: boolean
  onProgress?: OnProgress
  signal?: AbortSignal
}

export type BackupSummary = { file: string; bytes: number; schema: string; tables: number; rows: number; blobs: number }

/** Writes a consistent backup of a running shop; the file either is complete or does not exist. */
export async function createBackup(options: BackupOptions): Promise<BackupSummary> {
  const { location, file, now, replace = false } = options
  return withSnapshot(location, async (snapshot) => {
    const archive = await openArchive(file, { replace })
    try {
      const { engine, schema } = snapshot
      const header: Header = {
        format: FORMAT,
        format_version: FORMAT_VERSION,
        version: PROGRAM_VERSION,
        schema,
        engine,
        created_at: now.toISOString(),
      }
      await archive.add(HEADER_NAME, toJson(header))
      const manifest: Manifest = { ...header, tables: await writeTables(snapshot, archive, options) }
      await archive.add(MANIFEST_NAME, toJson(manifest))
      return { file, bytes: await archive.finish(), schema, ...totalsOf(manifest) }
    } finally {
      await archive.discard()
    }
  })
}

/** Totals over all tables of an archive. */
export function totalsOf({ tables }: Manifest): { tables: number; rows: number; blobs: number } {
  const blobs = tables.flatMap(({ parts }) => parts).reduce((sum, part) => sum + part.blobs.length, 0)
  return { tables: tables.length, rows: tables.reduce((sum, { rows }) => sum + rows, 0), blobs }
}

async function writeTables(
  snapshot: Snapshot,
  archive: ArchiveWriter,
  { onProgress, signal }: BackupOptions,
): Promise<Manifest['tables']> {
  const counts = onProgress === undefined ? [] : await countAll(snapshot)
  const total = counts.reduce((sum, count) => sum + count, 0)
  const tables: Manifest['tables'] = []
  let done = 0
  for (const table of snapshot.tables) {
    const parts: Part[] = []
    // Versions before could not restore an archive without the table itself.
    const rows = NOT_IN_BACKUPS.has(table.name) ? [] : snapshot.read(table)
    for await (const part of toParts(table, rows)) {
      signal?.throwIfAborted()
      parts.push(await writePart(archive, table, parts.length + 1, part))
      done += part.lines.length
      onProgress?.({ step: 'writing', table: table.name, done, total })
    }
    tables.push({ name: table.name, columns: [...table.columns], rows: sumOf(parts), parts })
  }
  return tables
}

async function countAll({ tables, count }: Snapshot): Promise<number[]> {
  const counts: number[] = []
  for (const table of tables) if (!NOT_IN_BACKUPS.has(table.name)) counts.push(await count(table))
  return counts
}

function sumOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { rows }) => sum + rows, 0)
}

async function writePart(archive: ArchiveWriter, table: Table, number: number, part: RowPart): Promise<Part> {
  const name = `tables/${table.name}/${String(number).padStart(6, '0')}`
  const blobs: Part['blobs'] = []
  for (const bytes of part.blobs.values()) blobs.push(await archive.add(`${name}-${blobs.length + 1}.blob`, bytes))
  const packed = new Uint8Array(await compress(textOf(part.lines)))
  const entry = await archive.add(`${name}.ndjson.zst`, packed)
  return { ...entry, rows: part.lines.length, rows_sha256: hashLines(part.lines), blobs }
}

function toJson(value: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${JSON.stringify(value, null, 1)}\n`)
}
