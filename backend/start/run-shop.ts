import cluster from 'node:cluster'
import { keepFilesPrivate } from '../platform/lib/files.ts'
import { requireFreePort } from '../platform/process/require-free-port.ts'
import { listMisspelt, listUnknownSettings, readSettings, type Settings } from '../platform/settings/settings.ts'
import type { RunOptions } from './start-shop.ts'

/** Runs the shop in this process, or in as many as WORKERS says; false when it could not start, after logging why. */
export async function runShop(options: RunOptions): Promise<boolean> {
  keepFilesPrivate()
  const settings = readSettingsOrLog()
  if (settings === null) return false
  // A worker that is restarted listens on the port of the others.
  if (cluster.isPrimary && !(await isPortFree(settings))) return false
  // Loaded on demand, so that the primary process stays small.
  if (cluster.isPrimary && settings.workers > 1 && options.development === null) {
    const { startCluster } = await import('./start-cluster.ts')
    return startCluster(settings)
  }
  const { startShop } = await import('./start-shop.ts')
  return startShop({ settings, ...options })
}

async function isPortFree(settings: Settings): Promise<boolean> {
  try {
    await requireFreePort(settings)
    return true
  } catch (error) {
    logFailure(error)
    return false
  }
}

function readSettingsOrLog(): Settings | null {
  try {
    const settings = readSettings()
    if (cluster.isPrimary) for (const sentence of [...listUnknownSettings(), ...listMisspelt()]) console.warn(sentence)
    return settings
  } catch (error) {
    logFailure(error)
    return null
  }
}

function logFailure(error: unknown): void {
  console.error(`The shop could not start: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
