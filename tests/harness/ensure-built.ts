import { spawnSync } from 'node:child_process'
import { APPLICATIONS, isBuilt } from '../../scripts/build-stamp.ts'
import { ROOT } from './command.ts'

/** Builds storefront and admin unless both are built from the present source. */
export function ensureBuilt(): void {
  if (!APPLICATIONS.every(isBuilt)) spawnSync(process.execPath, ['scripts/build.ts'], { cwd: ROOT, stdio: 'inherit' })
}
