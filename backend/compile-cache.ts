import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

/** Within the project, since another user of the machine may write into the system's folder for temporary files. */
const FOLDER = join(import.meta.dirname, '../node_modules/.cache/backend')

/**
 * Keeps compiled modules for the next start, which takes a quarter less time then. Without effect where the folder
 * cannot be written. Affects modules that are loaded later.
 */
export function keepCompiledModules(): void {
  enableCompileCache(FOLDER)
}
