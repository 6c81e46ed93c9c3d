import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '@shop/contract/durations'
import type { Location } from '../../platform/database/database.ts'
import { SCHEMA_VERSIONS } from '../../platform/database/migrate.ts'
import { type Archive, openArchiveForReading } from './archive-reader.ts'
import { BackupError, explainFolderError, type OnProgress } from './backup-error.ts'
import { totalsOf } from './create-backup.ts'
import { findBadColumn } from './row-forms.ts'
import { hashLines, NOT_IN_BACKUPS, sortTables, type Table, type Target, toLine } from './rows.ts'
import { withEmptySqlite } from './sqlite-backup.ts'

export type RestoreOptions = { location: Location; file: string; onProgress?: OnProgress }

export type RestoreSummary = {
  tables: number
  rows: number
  blobs: number
  createdAt: string
  /** Of the archive, and the one it was migrated to. */
  schema: string
  upToDate: string
}

/** Fills an empty database, compares every row, ends sessions, and migrates. A failure leaves it empty. */
export async function restoreBackup({ location, file, onProgress }: RestoreOptions): Promise<RestoreSummary> {
  const { databaseUrl, dataDir } = location
  const archive = await openArchiveForReading(file)
  const fill = (target: Target) => fillTarget(target, archive, onProgress)
  if (databaseUrl === null) await withEmptySqlite(dataDir, fill)
  else {
    const { withEmptyPostgres } = await import('./postgres-target.ts')
    await withEmptyPostgres(databaseUrl, fill)
  }
  const { manifest } = archive
  const { created_at: createdAt, schema } = manifest
  return { ...totalsOf(manifest), createdAt, schema, upToDate: SCHEMA_VERSIONS.at(-1) ?? schema }
}

async function fillTarget(target: Target, archive: Archive, onProgress: OnProgress = () => {}): Promise<void> {
  const { manifest } = archive
  await target.migrate(manifest.schema)
  await target.load(async () => {
    const tables = sortTables(await target.describe())
    requireSameTables(manifest.tables, tables)
    // Some migrations insert rows.
    for (const table of tables.toReversed()) await target.clear(table)
    await insertParts(target, archive, tables, onProgress)
    for (const table of tables) await target.finish(table)
    await compareRows(target, archive, tables, onProgress)
    for (const table of tables.toReversed()) if (NOT_IN_BACKUPS.has(table.name)) await target.clear(table)
  })
  if (isNewest(manifest)) return
  await target.migrate()
  await checkUpdatedRows(target)
}

function isNewest({ schema }: Pick<Archive['manifest'], 'schema'>): boolean {
  return schema === SCHEMA_VERSIONS.at(-1)
}

/** Checks an older archive's rows after their migration. */
async function checkUpdatedRows(target: Target): Promise<void> {
  await target.load(async () => {
    for (const table of sortTables(await target.describe())) {
      for await (const rows of target.read(table)) {
        const lines = await Promise.all(rows.map((row) => toLine(table, row)))
        requireGoodRows(
          table,
          lines.map((line) => JSON.parse(line)),
        )
      }
    }
  })
}

/** Exactly the tables and columns of its schema version. */
function requireSameTables(archived: readonly Pick<Table, 'name' | 'columns'>[], tables: readonly Table[]): void {
  const shape = (list: readonly Pick<Table, 'name' | 'columns'>[]) =>
    list.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name} (${column.kind})`))
  const [before, now] = [shape(archived), shape(tables)]
  const different = before.find((column) => !now.includes(column)) ?? now.find((column) => !before.includes(column))
  if (different === undefined) return
  const sentence = `The backup and a database of its version do not have the same columns: ${different}`
  throw new BackupError(`${sentence}. Restore it with the version of the shop that made it.`)
}

async function insertParts(
  target: Target,
  { manifest, parts }: Archive,
  tables: readonly Table[],
  onProgress: OnProgress,
): Promise<void> {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const total = totalsOf(manifest).rows
  let done = 0
  for await (const part of parts()) {
    const table = byName.get(part.table)
    if (table === undefined) continue
    const insert = async () => {
      if (isNewest(manifest))
        requireGoodRows(
          table,
          part.lines.map((line) => JSON.parse(line)),
        )
      await target.insert(table, part)
    }
    await insert().catch((error: unknown) => {
      if (error instanceof BackupError) throw error
      const reason = error instanceof Error ? error.message : String(error)
      throw new BackupError(`The rows of ${part.table} cannot be stored in this database: ${reason}`, { cause: error })
    })
    done += part.lines.length
    await onProgress({ step: 'filling', table: part.table, done, total })
  }
}

/** Reads every row back and compares it, part by part. */
async function compareRows(
  target: Target,
  { manifest }: Archive,
  tables: readonly Table[],
  onProgress: OnProgress,
): Promise<void> {
  const total = totalsOf(manifest).rows
  let done = 0
  for (const table of tables) {
    const lines = linesOf(target, table)
    for (const part of manifest.tables.find(({ name }) => name === table.name)?.parts ?? []) {
      const read: string[] = []
      while (read.length < part.rows) {
        const next = await lines.next()
        if (next.done) break
        read.push(next.value)
      }
      if (hashLines(read) !== part.rows_sha256) throw different(table, part.file)
      done += read.length
      await onProgress({ step: 'comparing', table: table.name, done, total })
    }
    if (!(await lines.next()).done) throw different(table, 'its end')
  }
}

async function* linesOf(target: Target, table: Table): AsyncGenerator<string> {
  for await (const rows of target.read(table)) for (const row of rows) yield await toLine(table, row)
}

function different(table: Table, place: string): BackupError {
  return new BackupError(`The table ${table.name} does not match the backup (${place}). Nothing was restored.`)
}

export type CheckOptions = {
  file: string
  folder: string
  now: Date
  onProgress?: OnProgress
}

const CHECK_PREFIX = 'backup-check-'
/** No check takes as long. */
const LONGEST_CHECK_MS = DAY_MS

/** Restores into a temporary database to test an archive. */
export async function checkBackup({ file, folder, now, onProgress }: CheckOptions): Promise<RestoreSummary> {
  const dataDir = await makeFolder(folder, now).catch((error: unknown) => explainFolderError(error, folder))
  try {
    return await restoreBackup({ location: { databaseUrl: null, dataDir }, file, ...(onProgress && { onProgress }) })
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Removes the remains of killed checks, which have all data of the shop. */
async function makeFolder(folder: string, now: Date): Promise<string> {
  await mkdir(folder, { recursive: true })
  for (const name of (await readdir(folder)).filter((other) => other.startsWith(CHECK_PREFIX))) {
    const path = join(folder, name)
    const changedAt = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => now.getTime(),
    )
    if (now.getTime() - changedAt > LONGEST_CHECK_MS) await rm(path, { recursive: true, force: true })
  }
  return mkdtemp(join(folder, CHECK_PREFIX))
}

/** Rejects rows that this shop does not write. */
function requireGoodRows(table: Table, rows: readonly unknown[]): void {
  for (const row of rows) {
    const column = findBadColumn(table, row)
    if (column === null) continue
    const sentence = `The backup holds a value in ${column} that this shop does not write`
    throw new BackupError(`${sentence}: someone has changed it. Use another one; nothing was restored.`)
  }
}
