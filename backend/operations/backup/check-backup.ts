import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { explainFolderError } from './backup-error.ts'
import type { OnProgress } from './progress.ts'
import { type RestoreSummary, restoreBackup } from './restore-backup.ts'

export type CheckOptions = {
  file: string
  /** Folder for the temporary database, which is created if it is missing. */
  folder: string
  now: Date
  onProgress?: OnProgress
}

const PREFIX = 'backup-check-'
/** No check takes as long. In milliseconds. */
const LONGEST_CHECK = 24 * 60 * 60_000

/** Restores an archive into a temporary database to find out whether it can be restored. */
export async function checkBackup({ file, folder, now, onProgress }: CheckOptions): Promise<RestoreSummary> {
  const dataDir = await makeFolder(folder, now).catch((error: unknown) => explainFolderError(error, folder))
  try {
    return await restoreBackup({ location: { databaseUrl: null, dataDir }, file, ...(onProgress && { onProgress }) })
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Removes what checks that were killed have left: each has all data of the shop. */
async function makeFolder(folder: string, now: Date): Promise<string> {
  await mkdir(folder, { recursive: true })
  for (const name of (await readdir(folder)).filter((other) => other.startsWith(PREFIX))) {
    const path = join(folder, name)
    const changedAt = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => now.getTime(),
    )
    if (now.getTime() - changedAt > LONGEST_CHECK) await rm(path, { recursive: true, force: true })
  }
  return mkdtemp(join(folder, PREFIX))
}
