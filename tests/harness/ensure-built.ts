import { spawnSync } from 'node:child_process'
import { APPLICATIONS, isBuilt } from '../../scripts/build-stamp.ts'
import { ROOT } from './command.ts'

/**
 * Builds storefront and admin unless both are built from the present source; for production also from within Vitest, whose
 * NODE_ENV would make pages that cannot be rendered.
 */
export function ensureBuilt(): void {
  if (APPLICATIONS.every(isBuilt)) return
  const env = { ...process.env, NODE_ENV: 'production' }
  spawnSync(process.execPath, ['scripts/build.ts'], { cwd: ROOT, stdio: 'inherit', env })
}
