import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { link, readFile, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** File systems without links, such as exFAT and some network shares. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']

/** Names a finished file; false when the name exists. Linking fails then; renaming would replace it. */
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

/** Decodes UTF-8 without a byte order mark. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

export async function readText(file: string): Promise<string> {
  return decodeText(await readFile(file))
}

/** Other files in DATA_DIR are someone else's. */
const OWN_FILES = /^(shop\.sqlite(-\w+)?|admin-secret|images|backups|restoring|backup-check-.*)$/

/** Makes files of this process and its children readable only by their user. */
export function keepFilesPrivate(): void {
  process.umask(0o077)
}

/** Closes an older version's DATA_DIR to other users. False when another user owns it: it stays as it is. */
export function closeDataDir(dataDir: string): boolean {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    chmodSync(dataDir, 0o700)
    for (const name of readdirSync(dataDir).filter((other) => OWN_FILES.test(other))) closeEntry(join(dataDir, name))
    return true
  } catch (error) {
    // Opening the database reports other reasons, such as a read-only disk.
    return !(error instanceof Error && 'code' in error && error.code === 'EPERM')
  }
}

function closeEntry(path: string): void {
  const facts = lstatSync(path, { throwIfNoEntry: false })
  if (facts?.isDirectory()) chmodSync(path, 0o700)
  else if (facts?.isFile()) chmodSync(path, 0o600)
}

/** Products, delivery options, tax rates. */
export const CATALOG_FOLDER = resolve(import.meta.dirname, '../../../catalog')
/** Photographs and videos of products. */
export const PHOTOS_FOLDER = join(CATALOG_FOLDER, 'photos')
