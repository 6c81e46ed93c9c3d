import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** What the shop writes into DATA_DIR; other files there are somebody else's. */
const OWN = /^(shop\.sqlite(-\w+)?|admin-secret|images|backups|restoring|backup-check-.*)$/

/** Makes everything that this process and those it starts write readable by their user alone. */
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
    for (const name of readdirSync(dataDir).filter((other) => OWN.test(other))) closeEntry(join(dataDir, name))
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
