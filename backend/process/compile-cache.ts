import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

/** Within the project, since another user of the machine may write into the system's folder for temporary files. */
export const COMPILE_CACHE = join(import.meta.dirname, '../../node_modules/.cache/backend')

/**
 * Stores compiled modules for the next start. Affects modules that are loaded later; without effect where the folder
 * cannot be written.
 */
export function cacheCompiledModules(): void {
  enableCompileCache(COMPILE_CACHE)
}
