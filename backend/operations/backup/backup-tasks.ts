import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { BackupTask } from '@shop/contract/backups/admin'
import type { FastifyBaseLogger } from 'fastify'
import { writeAudit } from '../../admin/audit/audit.repository.ts'
import type { Database } from '../../platform/database/database.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { describeError } from '../../platform/http/errors/error-log.ts'
import {
  claimJob,
  extendLease,
  findJob,
  finishJob,
  noteOnJob,
  releaseJob,
} from '../../platform/jobs/jobs.repository.ts'
import { asSentence } from '../../platform/lib/text.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import type { OnProgress } from './backup-error.ts'
import { BackupError } from './backup-error.ts'
import { byHandName, listExpiredByHand, listPartial, removeFrom, requireFolder } from './backup-files.ts'
import { createBackup } from './create-backup.ts'
import { checkBackup } from './restore-backup.ts'

const JOB_NAME = 'backup_task'
/** Until a task whose node died counts as interrupted. */
const LEASE_MS = 60_000
/** Between updates of the progress. */
const NOTE_INTERVAL_MS = 500

const UNKNOWN_MESSAGE = 'Something went wrong. The shop’s log says what.'
const BUSY_MESSAGE = 'A backup is being made or checked already. Please wait until it is done.'

type Note = Pick<BackupTask, 'kind' | 'name' | 'started_at' | 'step' | 'done' | 'total' | 'contents'>

export type TaskContext = {
  database: Database
  settings: Pick<Settings, 'databaseUrl' | 'dataDir'>
  folder: string
  clock: () => Date
  actor: string
  log: Pick<FastifyBaseLogger, 'error' | 'info'>
  signal: AbortSignal
}

/** Resolves at the start; `finished` at the end, well or not. */
export type StartedTask = { name: string; finished: Promise<void> }

/** Makes a backup, with an audit entry; the last five by hand are retained. */
export async function startBackup(context: TaskContext): Promise<StartedTask> {
  const { settings, folder, clock, signal } = context
  const now = clock()
  const name = byHandName(now)
  return startTask(context, { kind: 'create', name }, async (onProgress) => {
    await requireFolder(folder)
    await removeFrom(folder, (files) => listPartial(files, 'by_hand'))
    const summary = await createBackup({
      location: settings,
      file: join(folder, name),
      now,
      replace: true,
      signal,
      onProgress,
    })
    await removeFrom(folder, listExpiredByHand)
    await auditBackup(context, 'backup.made', name)
    return summary
  })
}

/** Restores a backup into a temporary database and compares every row. */
export async function startCheck(context: TaskContext, name: string): Promise<StartedTask> {
  const { settings, folder, clock } = context
  return startTask(context, { kind: 'check', name }, async (onProgress) => {
    return checkBackup({ file: join(folder, name), folder: settings.dataDir, now: clock(), onProgress })
  })
}

/** Records who made or downloaded a backup, since it contains everything. */
export async function auditBackup(
  { database, clock, actor }: Pick<TaskContext, 'database' | 'clock' | 'actor'>,
  action: string,
  name: string,
): Promise<void> {
  const subject = { kind: 'backup', id: name }
  await inTransaction(database, (trx) =>
    writeAudit(trx, { at: clock(), actor, action, subject, before: null, after: null }),
  )
}

type Contents = { tables: number; rows: number; blobs: number }

/** One task at a time on all nodes; its progress is in the database. */
async function startTask(
  context: TaskContext,
  task: Pick<Note, 'kind' | 'name'>,
  work: (onProgress: OnProgress) => Promise<Contents>,
): Promise<StartedTask> {
  const { database, clock } = context
  const [now, holder] = [clock(), randomUUID()]
  const soon = new Date(now.getTime() + 1)
  const leasedUntil = () => new Date(clock().getTime() + LEASE_MS)
  const claim = { name: JOB_NAME, holder, now, dueSince: soon, retryAfter: soon, leasedUntil: leasedUntil() }
  if (!(await claimJob(database, claim))) throw new AppError('conflict', BUSY_MESSAGE)
  const note: Note = { ...task, started_at: now.toISOString(), step: 'starting', done: 0, total: 0, contents: null }
  await noteOnJob(database, JOB_NAME, holder, JSON.stringify(note))
  const renewal = setInterval(() => {
    extendLease(database, JOB_NAME, holder, leasedUntil()).catch(() => {})
  }, LEASE_MS / 5).unref()
  const finished = runTask(context, { holder, note }, work).finally(() => clearInterval(renewal))
  return { name: task.name, finished }
}

async function runTask(
  { database, clock, log, signal }: TaskContext,
  { holder, note }: { holder: string; note: Note },
  work: (onProgress: OnProgress) => Promise<Contents>,
): Promise<void> {
  let notedAt = 0
  let noted = Promise.resolve()
  const onProgress: OnProgress = ({ step, done, total }) => {
    signal.throwIfAborted()
    if (Date.now() - notedAt < NOTE_INTERVAL_MS) return
    notedAt = Date.now()
    // Best effort: the task continues without it.
    noted = noteOnJob(database, JOB_NAME, holder, JSON.stringify({ ...note, step, done, total })).catch(() => {})
  }
  try {
    const { tables, rows, blobs } = await work(onProgress)
    const contents = { tables, rows, files: blobs }
    await noted
    await noteOnJob(database, JOB_NAME, holder, JSON.stringify({ ...note, done: rows, total: rows, contents }))
    await finishJob(database, JOB_NAME, holder, clock(), null)
  } catch (error) {
    if (signal.aborted) return releaseJob(database, JOB_NAME, holder).catch(() => {})
    log.error({ backup: note.kind, error: describeError(error) }, 'a backup requested in the admin failed')
    const failure = error instanceof BackupError ? asSentence(error.message) : UNKNOWN_MESSAGE
    await finishJob(database, JOB_NAME, holder, clock(), failure).catch(() => {})
  }
}

/** The running or last task; `null` before the first. */
export async function findBackupTask(database: Database, now: Date): Promise<BackupTask | null> {
  const job = await findJob(database, JOB_NAME)
  if (!job?.note) return null
  // Written by `noteOnJob` above.
  const note: Note = JSON.parse(job.note)
  if (job.leased_until !== null) {
    const state = Date.parse(job.leased_until) > now.getTime() ? 'running' : 'interrupted'
    return { ...note, state, finished_at: null, failure: null }
  }
  if (job.failure !== null && (job.failed_at ?? '') >= note.started_at) {
    return { ...note, state: 'failed', finished_at: job.failed_at, failure: job.failure }
  }
  const isDone = note.contents !== null
  return {
    ...note,
    state: isDone ? 'done' : 'interrupted',
    finished_at: isDone ? job.succeeded_at : null,
    failure: null,
  }
}
