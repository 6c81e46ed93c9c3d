import { keepFilesPrivate } from '../platform/lib/files.ts'
import { requireFreePort } from '../platform/process/require-free-port.ts'
import { listMisspelt, listUnknownSettings, readSettings, type Settings } from '../platform/settings/settings.ts'
import type { RunOptions } from './start-shop.ts'

/** Runs the shop in this process; false when it could not start, after logging why. */
export async function runShop(options: RunOptions): Promise<boolean> {
  keepFilesPrivate()
  const settings = readSettingsOrLog()
  if (settings === null) return false
  if (!(await isPortFree(settings))) return false
  // Loaded once the port is free: it takes most of the start.
  const { startShop } = await import('./start-shop.ts')
  const isOpen = await startShop({ settings, ...options })
  // What was opened until then, such as connections to PostgreSQL, would keep the process, and its manager, waiting.
  if (!isOpen) process.exit()
  return isOpen
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
    for (const sentence of [...listUnknownSettings(), ...listMisspelt()]) console.warn(sentence)
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
