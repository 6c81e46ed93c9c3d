import { existsSync } from 'node:fs'
import { link, rename, rm } from 'node:fs/promises'

/** Disks that know no links, such as exFAT and some network shares. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']

/**
 * Gives a finished file its name; false when there is a file of that name. Linking fails then, where renaming would
 * replace it.
 */
export async function nameNewFile(draft: string, file: string, linkFile: typeof link = link): Promise<boolean> {
  try {
    await linkFile(draft, file)
  } catch (error) {
    if (existsSync(file)) return false
    if (!(error instanceof Error && 'code' in error && NO_LINKS.includes(String(error.code)))) throw error
    await rename(draft, file)
    return true
  }
  await rm(draft)
  return true
}
