import { spawn } from 'node:child_process'
import { utimesSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../backend/testing/free-port.ts'

/**
 * `npm run bench:dev` starts `npm run dev` with an empty database, saves a file of the backend five times and prints how
 * long each restart takes, and how many of the requests that are sent meanwhile fail. The file does not change.
 */
const ROOT = join(import.meta.dirname, '..')
const ROUNDS = 5
/** Milliseconds between two requests. */
const PAUSE = 20

const folder = await mkdtemp(join(tmpdir(), 'shop-dev-'))
const port = await freePort()
const address = `http://127.0.0.1:${port}`
const dev = spawn(process.execPath, [join(ROOT, 'scripts/dev.ts')], {
  env: { ...process.env, ENV_FILE: '', DATABASE_URL: '', DATA_DIR: folder, PORT: String(port), HOST: '127.0.0.1' },
  stdio: ['ignore', 'ignore', 'inherit'],
})
let failed = 0
try {
  let start = await nextStart(null)
  for (let round = 0; round < ROUNDS; round += 1) {
    const saved = performance.now()
    const now = new Date()
    utimesSync(join(ROOT, 'backend/catalog/catalog.routes.ts'), now, now)
    start = await nextStart(start)
    const seconds = ((performance.now() - saved) / 1000).toFixed(2)
    console.info(`Restart ${round + 1} of ${ROUNDS}: ${seconds} s until the new process responds (goal: under 2 s)`)
  }
  console.info(`Failed requests: ${failed} (goal: 0)`)
} finally {
  dev.kill()
  await new Promise((resolve) => dev.once('exit', resolve))
  await rm(folder, { recursive: true, force: true })
}

/** When the process that responds was started, once that is another one than `last`. */
async function nextStart(last: string | null): Promise<string> {
  for (;;) {
    const start = await startOfProcess()
    if (start !== null && start !== last) return start
    if (dev.exitCode !== null) throw new Error('npm run dev has ended')
    await wait(PAUSE)
  }
}

async function startOfProcess(): Promise<string | null> {
  try {
    const metrics = await (await fetch(`${address}/metrics`)).text()
    const start = /^process_start_time_seconds (\S+)$/m.exec(metrics)?.[1] ?? null
    if (start === null) failed += 1
    return start
  } catch {
    // Until the first start nothing listens.
    if (dev.exitCode === null && isOpen) failed += 1
    return null
  }
}
