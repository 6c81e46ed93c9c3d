import { existsSync } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { labelOf, sqliteFile } from '../../database/database.ts'
import { migrate } from '../../database/migrate.ts'
import { sqliteDialect } from '../../database/sqlite.ts'
import type { Tables } from '../../database/tables.ts'
import { nameNewFile } from '../../lib/name-file.ts'
import { BackupError, explainFolderError } from './backup-error.ts'
import { parseRow } from './row-parts.ts'
import { describeSqlite, prepareInsert, quote, readSqlite } from './sqlite-tables.ts'
import type { Target } from './target.ts'

/** Folder that the database is filled in; the file is moved to its name when it is complete. */
const FOLDER = 'restoring'

const SQLITE_BUSY = 5

/** Fills an empty SQLite database in a folder; the file either is complete or does not exist. */
export async function withEmptySqlite(dataDir: string, fill: (target: Target) => Promise<void>): Promise<void> {
  const [file, folder] = [sqliteFile(dataDir), join(dataDir, FOLDER)]
  requireEmpty(file)
  await mkdir(dataDir, { recursive: true, mode: 0o700 }).catch((error: unknown) => explainFolderError(error, dataDir))
  const unlock = lock(join(dataDir, `${FOLDER}.lock`))
  try {
    // With the lock held, files here can only be left over from a restore that was killed.
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { mode: 0o700 })
    const draft = sqliteFile(folder)
    await fill(targetOf(draft))
    await sync(draft)
    // A shop may have created a database meanwhile.
    if (!(await nameNewFile(draft, file))) throw notEmpty(file, file)
    await sync(dirname(file))
  } catch (error) {
    throw isFull(error)
      ? new BackupError(`There is no room left on the disk for this. Nothing was restored: ${dataDir}`)
      : error
  } finally {
    await rm(folder, { recursive: true, force: true })
    await unlock()
  }
}

function requireEmpty(file: string): void {
  const found = [file, `${file}-wal`, `${file}-shm`, `${file}-journal`].find((name) => existsSync(name))
  if (found !== undefined) throw notEmpty(file, found)
}

function notEmpty(file: string, found: string): BackupError {
  const label = labelOf({ databaseUrl: null, dataDir: dirname(file) })
  const remedy = 'Name a new folder in DATA_DIR, or move this file away'
  return new BackupError(`The database is not empty (${label}). Nothing was changed. ${remedy}: ${found}`)
}

/**
 * Takes a SQLite lock, which the operating system releases when the process dies. Returns a function that releases it.
 */
function lock(file: string): () => Promise<void> {
  let database: DatabaseSync | null = null
  try {
    const opened = new DatabaseSync(file, { timeout: 0 })
    database = opened
    opened.exec('begin exclusive')
    return async () => {
      await rm(file, { force: true })
      opened.close()
    }
  } catch (error) {
    database?.close()
    if (!isBusy(error)) explainFolderError(error, dirname(file))
    throw new BackupError(`Another restore into this folder is running. Nothing was changed: ${dirname(file)}`)
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY
}

function isFull(error: unknown): boolean {
  return (
    error instanceof Error &&
    (/database or disk is full/.test(error.message) || Reflect.get(error, 'code') === 'ENOSPC')
  )
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

function targetOf(file: string): Target {
  let database: DatabaseSync | null = null
  const loading = () => {
    if (database === null) throw new Error('nothing is being loaded')
    return database
  }
  return {
    migrate: async (version) => {
      const migrating = new Kysely<Tables>({ dialect: sqliteDialect(file) })
      await migrate(migrating, version).finally(() => migrating.destroy())
    },
    load: async (work) => {
      database = openForLoading(file)
      try {
        await work()
        requireReferences(database)
        database.exec('commit')
      } finally {
        database.close()
      }
    },
    describe: async () => describeSqlite(loading()),
    clear: async (table) => loading().exec(`delete from ${quote(table.name)}`),
    insert: async (table, { lines, blobs }) => {
      const insert = prepareInsert(loading(), table)
      for (const line of lines) insert(parseRow(table, line, blobs))
    },
    finish: async () => {},
    read: (table) => readSqlite(loading(), table),
  }
}

/** Without waiting for the disk: a file that is left half-filled is thrown away. */
function openForLoading(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  database.exec('pragma journal_mode = delete; pragma synchronous = off; pragma secure_delete = on; begin')
  return database
}

function requireReferences(database: DatabaseSync): void {
  const broken = database.prepare('pragma foreign_key_check').get()
  if (broken !== undefined)
    throw new BackupError(`A row of ${broken.table} refers to a row of ${broken.parent} that is not there.`)
}
