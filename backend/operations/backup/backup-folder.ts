import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Settings } from '../../settings/settings.ts'

/**
 * The folder of the backups that are made by hand: BACKUP_DIR, else `backups` in DATA_DIR, which is created if it can
 * be. Whether it can be written is for `requireFolder` to say.
 */
export async function openBackupFolder({
  backupDir,
  dataDir,
}: Pick<Settings, 'backupDir' | 'dataDir'>): Promise<string> {
  if (backupDir !== null) return backupDir
  const folder = join(dataDir, 'backups')
  await mkdir(folder, { recursive: true }).catch(() => {})
  return folder
}
