import cluster from 'node:cluster'
import type { AppOptions } from './app.ts'
import { readSettings, type Settings } from './settings.ts'

/** How this process was started. A follower answers, and leaves all other work to another process of this machine. */
export type RunOptions = {
  development: boolean
  follower: boolean
  /** What tests on a busy machine take otherwise. */
  limits?: Pick<AppOptions, 'maxDelay'>
}

/** Runs the shop in this process, or in as many as WORKERS says; false when it could not start, which has been told. */
export async function runShop(options: RunOptions): Promise<boolean> {
  const settings = readOrTell()
  if (settings === null) return false
  // Loaded only where they are needed: what watches over the others stays small.
  if (cluster.isPrimary && settings.workers > 1 && !options.development) {
    const { startCluster } = await import('./cluster/start-cluster.ts')
    return startCluster(settings)
  }
  const { startShop } = await import('./start-shop.ts')
  return startShop({ settings, ...options })
}

function readOrTell(): Settings | null {
  try {
    return readSettings()
  } catch (error) {
    console.error(`The shop could not start: ${error instanceof Error ? error.message : 'its settings are wrong.'}`)
    process.exitCode = 1
    return null
  }
}
