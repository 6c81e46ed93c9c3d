import * as z from 'zod/mini'
import { defineAdminCalls } from '../http/endpoint.ts'

/** A day and the hour that a nightly backup may be late. */
export const MAX_BACKUP_AGE_MS = 25 * 60 * 60_000

const count = z.int()
const origin = z.enum(['nightly', 'before_update', 'by_hand'])

const wireBackup = z.object({ name: z.string(), origin, bytes: count, made_at: z.string() })
export type Backup = z.infer<typeof wireBackup>

const wireBackupTask = z.object({
  kind: z.enum(['create', 'check']),
  name: z.string(),
  /** `interrupted`: the shop was stopped while it ran. */
  state: z.enum(['running', 'done', 'failed', 'interrupted']),
  started_at: z.string(),
  finished_at: z.nullable(z.string()),
  step: z.enum(['starting', 'writing', 'filling', 'comparing']),
  done: count,
  total: count,
  contents: z.nullable(z.object({ tables: count, rows: count, files: count })),
  failure: z.nullable(z.string()),
})
export type BackupTask = z.infer<typeof wireBackupTask>

const wireBackups = z.object({
  folder: z.string(),
  /** Without it no backup is made at night, and the folder is on the shop's own disk. */
  has_backup_dir: z.boolean(),
  /** The reason it can't be read or written, a sentence. */
  problem: z.nullable(z.string()),
  free_bytes: z.nullable(count),
  engine: z.enum(['sqlite', 'postgres']),
  backups: z.array(wireBackup),
  nightly: z.object({
    succeeded_at: z.nullable(z.string()),
    failed_at: z.nullable(z.string()),
    failure: z.nullable(z.string()),
  }),
  task: z.nullable(wireBackupTask),
})
export type Backups = z.infer<typeof wireBackups>

export const adminBackups = defineAdminCalls({
  listBackups: {
    method: 'GET',
    path: '/api/admin/backups',
    summary: 'Lists backups',
    description: 'Owners only. Also how far a running backup or check is.',
    response: wireBackups,
  },
  createBackup: {
    method: 'POST',
    path: '/api/admin/backups/create',
    summary: 'Starts a backup',
    description: 'It runs on when you close the page. 409 while another one runs.',
    response: z.object({ name: z.string() }),
    errors: ['conflict'],
  },
  checkBackup: {
    method: 'POST',
    path: '/api/admin/backups/check',
    summary: 'Starts a check of a backup',
    description: 'Restores it into a temporary database and compares every row.',
    body: z.object({ name: z.string().check(z.maxLength(100)) }),
    response: z.object({ name: z.string() }),
    errors: ['not_found', 'conflict'],
  },
})

export function backupFilePath(name: string): string {
  return `/api/admin/backup-files/${encodeURIComponent(name)}`
}
