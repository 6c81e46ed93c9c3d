import { access, constants, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Location } from '../../database/database.ts'
import { type JobWorker, runIfDue, startDailyJob } from '../jobs/daily-job.ts'
import { findJob } from '../jobs/jobs.repository.ts'
import { BackupError } from './backup-error.ts'
import { listExpiredNightly, listPartial, nightlyName } from './backup-files.ts'
import { createBackup } from './create-backup.ts'

const BACKUP_JOB = 'backup'
/** Local hour with few visitors. */
const HOUR_OF_DAY = 3
const CONNECT_DISK = 'If it is on a disk of its own, please check that the disk is connected.'

export type NightlyOptions = {
  database: Database
  location: Location
  backupDir: string
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  clock?: () => Date
}

/**
 * Makes a backup every night on one of the nodes, and deletes expired ones. An unwritable folder does not stop the
 * shop: it is logged at once and after every attempt.
 */
export function startNightlyBackup(options: NightlyOptions): JobWorker {
  const { backupDir, log } = options
  void findFolderProblem(backupDir).then((problem) => {
    if (problem !== null) log.warn(`No backup is made at night in BACKUP_DIR. ${problem}`)
  })
  return startDailyJob(jobOf(options))
}

/** Runs the nightly backup if it is due; the running shop calls this every minute. */
export function runNightlyIfDue(options: NightlyOptions, signal: AbortSignal): Promise<boolean> {
  return runIfDue(jobOf(options), signal)
}

function jobOf(options: NightlyOptions) {
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

/** Throws a sentence when the folder is not writable. It is not created: it may be an unmounted disk. */
export async function requireFolder(folder: string): Promise<void> {
  const facts = await stat(folder).catch((cause: unknown) => {
    throw new BackupError(`The folder for backups cannot be found: ${folder}. ${CONNECT_DISK}`, { cause })
  })
  if (!facts.isDirectory()) throw new BackupError(`Backups need a folder, and this is a file: ${folder}.`)
  await access(folder, constants.W_OK).catch((cause: unknown) => {
    throw new BackupError(`The shop may not write to the folder for backups: ${folder}.`, { cause })
  })
}

/** Why no backup can be stored in a folder; `null` when one can. */
export async function findFolderProblem(folder: string): Promise<string | null> {
  return requireFolder(folder).then(
    () => null,
    (error: unknown) => {
      if (error instanceof BackupError) return error.message
      throw error
    },
  )
}

/** Deletes the files in a folder that `choose` returns; returns how many. */
export async function removeFrom(folder: string, choose: (files: string[]) => string[]): Promise<number> {
  const chosen = choose(await readdir(folder))
  for (const file of chosen) await rm(join(folder, file), { force: true })
  return chosen.length
}

export type BackupStatus = {
  /** When the last successful nightly backup was made, and its age in milliseconds; `null` if there is none. */
  succeededAt: string | null
  age: number | null
  /** When the last one failed, and why; `failure` is `null` after a later success. */
  failedAt: string | null
  failure: string | null
}

/** State of the nightly backup, for monitoring. */
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
