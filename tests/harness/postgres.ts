import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/**
 * Gives the tests a real PostgreSQL: its address stands in `TEST_DATABASE_URL`, and stays as it is where one was given.
 * Vitest runs this before the first test that may need it and the returned function after the last.
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
