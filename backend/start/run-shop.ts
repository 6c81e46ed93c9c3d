import { keepFilesPrivate } from '../platform/lib/files.ts'
import { requireFreePort } from '../platform/process/require-free-port.ts'
import { listMisspelt, listUnknownSettings, readSettings, type Settings } from '../platform/settings/settings.ts'
import type { RunOptions } from './start-shop.ts'

/** False after logging why it could not start. */
export async function runShop(options: RunOptions): Promise<boolean> {
  keepFilesPrivate()
  const settings = readSettingsOrLog()
  if (settings === null) return false
  if (!(await isPortFree(settings))) return false
  // It takes most of the start, so the port is checked first.
  const { startShop } = await import('./start-shop.ts')
  const isOpen = await startShop({ settings, ...options })
  // Open handles, such as connections to PostgreSQL, would keep the process.
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
