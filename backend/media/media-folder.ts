import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { hasMediaEnding, isMediaName } from './media.ts'

/** The names of all pictures and videos in a folder; empty when there is no such folder, an error if it is unreadable. */
export async function listMediaFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  return entries
    .filter((entry) => !entry.isDirectory() && hasMediaEnding(entry.name))
    .map(({ name }) => name)
    .sort()
}

/**
 * The path of a file in a folder; `null` when it does not exist, or the name could escape the folder. What is there but
 * cannot be examined has a path too: reading it throws the reason.
 */
export async function findMediaFile(folder: string, name: string): Promise<string | null> {
  if (!isMediaName(name)) return null
  const path = join(folder, name)
  const isThere = await stat(path).then(
    (found) => found.isFile(),
    (error: unknown) => !isMissing(error),
  )
  return isThere ? path : null
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}
