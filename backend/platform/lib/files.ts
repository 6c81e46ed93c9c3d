import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { link, readFile, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'

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

/** Text in UTF-8, without the mark that Windows puts at the beginning of a file. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

export async function readText(file: string): Promise<string> {
  return decodeText(await readFile(file))
}

/** Files that the shop writes into DATA_DIR; other files there are someone else's. */
const OWN_FILES = /^(shop\.sqlite(-\w+)?|admin-secret|images|backups|restoring|backup-check-.*)$/

/** Makes everything that this process and those it starts write readable only by their user. */
export function keepFilesPrivate(): void {
  process.umask(0o077)
}

/**
 * Closes DATA_DIR, which an older version made, to other users of the machine. False when it belongs to another user, so
 * that it stays as it is.
 */
export function closeDataDir(dataDir: string): boolean {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    chmodSync(dataDir, 0o700)
    for (const name of readdirSync(dataDir).filter((other) => OWN_FILES.test(other))) closeEntry(join(dataDir, name))
    return true
  } catch (error) {
    // Opening the database tells any other reason, such as a disk that may only be read.
    return !(error instanceof Error && 'code' in error && error.code === 'EPERM')
  }
}

function closeEntry(path: string): void {
  const facts = lstatSync(path, { throwIfNoEntry: false })
  if (facts?.isDirectory()) chmodSync(path, 0o700)
  else if (facts?.isFile()) chmodSync(path, 0o600)
}

/** The owner's catalog as files: products, delivery options, tax rates. */
export const CATALOG_FOLDER = resolve(import.meta.dirname, '../../../catalog')
/** The photographs and videos that products show. */
export const PHOTOS_FOLDER = join(CATALOG_FOLDER, 'photos')
