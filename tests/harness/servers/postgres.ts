import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { quickFolder } from '../../../backend/testing/files/quick-folder.ts'

/**
 * Makes the folder of the tests' databases and starts a PostgreSQL for them, unless `TEST_DATABASE_URL` names one. Vitest
 * calls this before the first test, and the returned function after the last.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_FOLDER !== undefined) return undefined
  // First, since PostgreSQL may run as a user who cannot read the folder.
  const stop = process.env.TEST_DATABASE_URL ? async () => {} : await startPostgres()
  const folder = await mkdtemp(join(await quickFolder(), 'shop-tests-'))
  process.env.TEST_FOLDER = folder
  return async () => {
    await stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function startPostgres(): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'postgres-server.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [address] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error('PostgreSQL for the tests did not start'))),
  ])
  process.env.TEST_DATABASE_URL = String(address)
  return async () => {
    const ended = once(child, 'exit')
    child.stdin.end()
    await ended
  }
}
