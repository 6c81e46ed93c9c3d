import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/**
 * Starts a PostgreSQL for the tests and sets `TEST_DATABASE_URL`, unless it is already set. Vitest calls this before
 * the first test, and the returned function after the last.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_DATABASE_URL) return undefined
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
