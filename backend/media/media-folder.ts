import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { hasMediaEnding, isMediaName } from './media.ts'

/** The names of all pictures and videos in a folder; empty when there is no such folder. */
export async function listMediaFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => !entry.isDirectory() && hasMediaEnding(entry.name))
    .map(({ name }) => name)
    .sort()
}

/** The path of a file in a folder; `null` when it does not exist, or the name could escape the folder. */
export async function findMediaFile(folder: string, name: string): Promise<string | null> {
  if (!isMediaName(name)) return null
  const path = join(folder, name)
  return (await stat(path).catch(() => null))?.isFile() === true ? path : null
}
