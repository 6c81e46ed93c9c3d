import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Backup, Backups } from '@shop/contract/admin/backups'
import { originOf } from './backup-files.ts'
import { findFolderProblem } from './nightly-backup.ts'

/** The backups in a folder, newest first, and what keeps the folder from being used. */
export async function listBackups(folder: string): Promise<Pick<Backups, 'problem' | 'free_bytes' | 'backups'>> {
  const problem = await findFolderProblem(folder)
  const files = await readdir(folder).catch(() => [])
  const backups = await Promise.all(files.map((name) => describeFile(folder, name)))
  const facts = await statfs(folder).catch(() => null)
  return {
    problem,
    free_bytes: facts === null ? null : facts.bavail * facts.bsize,
    backups: backups.filter((backup) => backup !== null).sort((a, b) => (a.made_at < b.made_at ? 1 : -1)),
  }
}

/** The path of a backup in a folder; `null` when there is no such backup. Names of other files are never taken. */
export async function findBackupFile(folder: string, name: string): Promise<{ path: string; bytes: number } | null> {
  const backup = await describeFile(folder, name)
  return backup === null ? null : { path: join(folder, name), bytes: backup.bytes }
}

async function describeFile(folder: string, name: string): Promise<Backup | null> {
  const origin = originOf(name)
  if (origin === null) return null
  const facts = await stat(join(folder, name)).catch(() => null)
  if (!facts?.isFile()) return null
  return { name, origin, bytes: facts.size, made_at: facts.mtime.toISOString() }
}
