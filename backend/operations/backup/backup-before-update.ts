import { access, constants, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { OpenOptions } from '../../database/database.ts'
import type { Settings } from '../../settings/settings.ts'
import { beforeUpdateName, listExpiredUpdates, listPartial } from './backup-files.ts'
import { openBackupFolder } from './backup-folder.ts'
import { createBackup } from './create-backup.ts'
import { removeFrom } from './nightly-backup.ts'

type UpdateSettings = Pick<Settings, 'databaseUrl' | 'dataDir' | 'backupDir'>

/**
 * Backs up a shop before an update changes its tables, into BACKUP_DIR or else `backups` in DATA_DIR. When neither is
 * writable it logs so and the update goes on; any other failure stops the update.
 */
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
