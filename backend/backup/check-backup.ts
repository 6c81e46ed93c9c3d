import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { explainFileError } from './backup-error.ts'
import type { OnProgress } from './progress.ts'
import { type RestoreSummary, restoreBackup } from './restore-backup.ts'

export type CheckOptions = {
  file: string
  /** Folder for the temporary database. */
  folder: string
  onProgress?: OnProgress
}

/** Restores an archive into a temporary database to find out whether it can be restored. */
export async function checkBackup({ file, folder, onProgress }: CheckOptions): Promise<RestoreSummary> {
  const dataDir = await mkdtemp(join(folder, 'backup-check-')).catch((error: unknown) =>
    explainFileError(error, folder),
  )
  try {
    return await restoreBackup({ location: { databaseUrl: null, dataDir }, file, ...(onProgress && { onProgress }) })
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
