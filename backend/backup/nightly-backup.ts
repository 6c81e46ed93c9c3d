import { access, constants, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Location } from '../database/database.ts'
import { type JobWorker, runIfDue, startDailyJob } from '../jobs/daily-job.ts'
import { findJob } from '../jobs/jobs.repository.ts'
import { BackupError, explainFileError } from './backup-error.ts'
import { createBackup } from './create-backup.ts'
import { listExpiredNightly, listPartial, nightlyName } from './kept-backups.ts'

const BACKUP_JOB = 'backup'
/** When few visitors are about, by the machine's clock. */
const HOUR_OF_DAY = 3

export type NightlyOptions = {
  database: Database
  location: Location
  backupDir: string
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  clock?: () => Date
}

/**
 * Makes a backup every night on one of the nodes, and deletes those that are no longer kept. A folder that cannot be
 * written is told at once and does not stop the shop; from then on every attempt says it again.
 */
export function startNightlyBackup(options: NightlyOptions): JobWorker {
  const { backupDir, log } = options
  requireFolder(backupDir).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    log.warn(`No backup is made at night: ${reason}`)
  })
  return startDailyJob(jobOf(options))
}

/** One look whether the nightly backup is due, as the running shop takes one every minute. */
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
  await removeFrom(backupDir, listPartial)
  const file = join(backupDir, nightlyName(now))
  const { bytes, rows, blobs } = await createBackup({ location, file, now, replace: true, signal })
  const deleted = await removeFrom(backupDir, listExpiredNightly)
  log.info({ file, bytes, rows, blobs, deleted }, 'backup made')
}

/** Throws a sentence when files cannot be made in the folder. It is not made: it may be a disk that is not mounted. */
async function requireFolder(folder: string): Promise<void> {
  const facts = await stat(folder).catch((error: unknown) => explainFileError(error, `BACKUP_DIR ${folder}`))
  if (!facts.isDirectory()) throw new BackupError(`This is a file, where a folder is needed: BACKUP_DIR ${folder}`)
  await access(folder, constants.W_OK).catch((error: unknown) => explainFileError(error, `BACKUP_DIR ${folder}`))
}

/** Deletes what `choose` names of the files in a folder, and tells how many that were. */
export async function removeFrom(folder: string, choose: (files: string[]) => string[]): Promise<number> {
  const chosen = choose(await readdir(folder))
  for (const file of chosen) await rm(join(folder, file), { force: true })
  return chosen.length
}

export type BackupStatus = {
  /** When the last nightly backup succeeded, and how old it is in milliseconds; `null` when none ever did. */
  succeededAt: string | null
  age: number | null
  /** When the last one failed, and why; `failure` is `null` once one has succeeded after it. */
  failedAt: string | null
  failure: string | null
}

/** How the nightly backup is doing, for whoever watches the shop. */
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
