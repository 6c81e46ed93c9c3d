import { access, constants, mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Backup, Backups } from '@shop/contract/backups/admin'
import { DAY_MS } from '@shop/contract/durations'
import { localDay } from '../../platform/lib/days/local-day.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { BackupError } from './backup-error.ts'

/** One for each of the last days, and of the weeks before. */
const KEPT_DAYS = 7
const KEPT_WEEKS = 4

/** However old. */
const MAX_UPDATE_BACKUPS = 3

/** However old. */
const MAX_BY_HAND = 5

const NIGHTLY_NAME = /^shop-(\d{4}-\d{2}-\d{2})\.tar$/
const BEFORE_UPDATE_NAME = /^before-update-\d{4}-\d{2}-\d{2}T\d{6}Z\.tar$/
const BY_HAND_NAME = /^by-hand-\d{4}-\d{2}-\d{2}T\d{6}Z\.tar$/
const PARTIAL_NAME = /^(.+\.tar)\.[0-9a-f]{8}\.partial$/

export function nightlyName(now: Date): string {
  return `shop-${localDay(now)}.tar`
}

export function beforeUpdateName(now: Date): string {
  return `before-update-${now.toISOString().slice(0, 19).replaceAll(':', '')}Z.tar`
}

export function byHandName(now: Date): string {
  return `by-hand-${now.toISOString().slice(0, 19).replaceAll(':', '')}Z.tar`
}

type Origin = 'nightly' | 'before_update' | 'by_hand'

export function originOf(file: string): Origin | null {
  if (NIGHTLY_NAME.test(file)) return 'nightly'
  if (BEFORE_UPDATE_NAME.test(file)) return 'before_update'
  return BY_HAND_NAME.test(file) ? 'by_hand' : null
}

/** All but one for each of the last seven days with one, and the last of each of four weeks before. */
export function listExpiredNightly(files: readonly string[]): string[] {
  const nightly = files
    .filter((file) => NIGHTLY_NAME.test(file))
    .sort()
    .reverse()
  const older = nightly.slice(KEPT_DAYS)
  const lastOfWeeks = [...Map.groupBy(older, weekOf).values()].map(([last]) => last).slice(0, KEPT_WEEKS)
  return older.filter((file) => !lastOfWeeks.includes(file))
}

export function listExpiredUpdates(files: readonly string[]): string[] {
  return listBeyond(files, BEFORE_UPDATE_NAME, MAX_UPDATE_BACKUPS)
}

export function listExpiredByHand(files: readonly string[]): string[] {
  return listBeyond(files, BY_HAND_NAME, MAX_BY_HAND)
}

function listBeyond(files: readonly string[], pattern: RegExp, count: number): string[] {
  return files
    .filter((file) => pattern.test(file))
    .sort()
    .reverse()
    .slice(count)
}

/** Partial files of one kind, from a node killed during a backup. Those of another kind may still be written. */
export function listPartial(files: readonly string[], origin: Origin): string[] {
  return files.filter((file) => originOf(PARTIAL_NAME.exec(file)?.[1] ?? '') === origin)
}

/** Weeks start on Monday; 1970-01-01 was a Thursday. */
function weekOf(file: string): number {
  const day = Date.parse(`${NIGHTLY_NAME.exec(file)?.[1]}T00:00:00.000Z`) / DAY_MS
  return Math.floor((day + 3) / 7)
}

/** BACKUP_DIR, else `backups` in DATA_DIR, which is created if possible; `requireFolder` reports an unwritable one. */
export async function openBackupFolder({
  backupDir,
  dataDir,
}: Pick<Settings, 'backupDir' | 'dataDir'>): Promise<string> {
  if (backupDir !== null) return backupDir
  const folder = join(dataDir, 'backups')
  await mkdir(folder, { recursive: true }).catch(() => {})
  return folder
}

/** Backups newest first, and what keeps the folder from being used. */
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

/** `null` for anything but a backup in the folder. */
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

const CONNECT_DISK = 'If it is on a disk of its own, please check that the disk is connected.'

/** Throws a sentence. It is not created: it may be an unmounted disk. */
export async function requireFolder(folder: string): Promise<void> {
  const facts = await stat(folder).catch((cause: unknown) => {
    throw new BackupError(`The folder for backups cannot be found: ${folder}. ${CONNECT_DISK}`, { cause })
  })
  if (!facts.isDirectory()) throw new BackupError(`Backups need a folder, and this is a file: ${folder}.`)
  await access(folder, constants.W_OK).catch((cause: unknown) => {
    throw new BackupError(`The shop may not write to the folder for backups: ${folder}.`, { cause })
  })
}

/** `null` when a backup can be stored. */
export async function findFolderProblem(folder: string): Promise<string | null> {
  return requireFolder(folder).then(
    () => null,
    (error: unknown) => {
      if (error instanceof BackupError) return error.message
      throw error
    },
  )
}

/** Returns the count. */
export async function removeFrom(folder: string, choose: (files: string[]) => string[]): Promise<number> {
  const chosen = choose(await readdir(folder))
  for (const file of chosen) await rm(join(folder, file), { force: true })
  return chosen.length
}
