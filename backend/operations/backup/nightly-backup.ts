import { access, constants, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Location, OpenOptions } from '../../platform/database/database.ts'
import { type JobWorker, startDailyJob } from '../../platform/jobs/daily-job.ts'
import { findJob } from '../../platform/jobs/jobs.repository.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import {
  beforeUpdateName,
  findFolderProblem,
  listExpiredNightly,
  listExpiredUpdates,
  listPartial,
  nightlyName,
  openBackupFolder,
  removeFrom,
  requireFolder,
} from './backup-files.ts'
import { createBackup } from './create-backup.ts'

const BACKUP_JOB = 'backup'
const HOUR_OF_DAY = 3
export type NightlyOptions = {
  database: Database
  location: Location
  backupDir: string
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  clock?: () => Date
}

/** Makes a nightly backup on one node, and deletes expired ones. An unwritable folder is logged. */
export function startNightlyBackup(options: NightlyOptions): JobWorker {
  const { backupDir, log } = options
  void findFolderProblem(backupDir).then((problem) => {
    if (problem !== null) log.warn(`No backup is made at night in BACKUP_DIR. ${problem}`)
  })
  return startDailyJob(nightlyJob(options))
}

export function nightlyJob(options: NightlyOptions) {
  const { database, log, clock = () => new Date() } = options
  const run = (signal: AbortSignal) => backUp(options, clock(), signal)
  return { database, name: BACKUP_JOB, hour: HOUR_OF_DAY, log, clock, run }
}

async function backUp({ location, backupDir, log }: NightlyOptions, now: Date, signal: AbortSignal): Promise<void> {
  await requireFolder(backupDir)
  await removeFrom(backupDir, (files) => listPartial(files, 'nightly'))
  const file = join(backupDir, nightlyName(now))
  const { bytes, rows, blobs } = await createBackup({ location, file, now, replace: true, signal })
  const deleted = await removeFrom(backupDir, listExpiredNightly)
  log.info({ file, bytes, rows, blobs, deleted }, 'backup made')
}

type BackupStatus = {
  /** `null` without one. */
  succeededAt: string | null
  age: number | null
  /** `failure` is `null` after a later success. */
  failedAt: string | null
  failure: string | null
}

export async function findBackupStatus(database: Database, now: Date): Promise<BackupStatus> {
  const job = await findJob(database, BACKUP_JOB)
  const succeededAt = job?.succeeded_at ?? null
  return {
    succeededAt,
    age: succeededAt === null ? null : now.getTime() - Date.parse(succeededAt),
    failedAt: job?.failed_at ?? null,
    failure: job?.failure ?? null,
  }
}

type UpdateSettings = Pick<Settings, 'databaseUrl' | 'dataDir' | 'backupDir'>

/** Backs up before an update. An unwritable folder is logged and the update continues; other failures stop it. */
export function backUpBeforeUpdate(
  settings: UpdateSettings,
  log: (sentence: string) => void,
  clock: () => Date = () => new Date(),
): NonNullable<OpenOptions['beforeUpdate']> {
  return async ({ from, to, others }) => {
    if (others.length > 0) {
      log(`Other versions of the shop use this database and go on, since an update only adds: ${others.join(', ')}.`)
    }
    const folder = await findFolder(settings)
    if (folder === null) {
      log(`No backup was made before the update from ${from} to ${to}: neither BACKUP_DIR nor DATA_DIR can be written.`)
      return
    }
    await removeFrom(folder, (files) => listPartial(files, 'before_update'))
    const file = join(folder, beforeUpdateName(clock()))
    await createBackup({ location: settings, file, now: clock() })
    await removeFrom(folder, listExpiredUpdates)
    log(`Before the update from ${from} to ${to} the shop was backed up to ${file}.`)
  }
}

async function findFolder({ backupDir, dataDir }: UpdateSettings): Promise<string | null> {
  if (backupDir !== null && (await isWritable(backupDir))) return backupDir
  const folder = await openBackupFolder({ backupDir: null, dataDir })
  return (await isWritable(folder)) ? folder : null
}

async function isWritable(folder: string): Promise<boolean> {
  try {
    await access(folder, constants.W_OK)
    return (await stat(folder)).isDirectory()
  } catch {
    return false
  }
}
