import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ROOT } from '../tests/harness/command.ts'
import { startShop } from '../tests/harness/shop-server.ts'

/**
 * `npm run bench:dev` saves a file of the backend five times under `npm run dev`, and prints how long it takes until the
 * restarted backend responds, and how many of the requests sent meanwhile fail. The file's contents stay the same.
 */
const ROUNDS = 5
const SAVED = join(ROOT, 'backend/catalog/catalog.routes.ts')
/** Milliseconds between two requests. */
const PAUSE = 20

const shop = await startShop({}, { program: 'scripts/dev.ts' })
let failed = 0
try {
  let { start } = (await readProcess()) ?? { start: '' }
  for (let round = 0; round < ROUNDS; round += 1) {
    const saved = performance.now()
    utimesSync(SAVED, new Date(), new Date())
    const { start: next, cpu } = await nextProcess(start)
    start = next
    const seconds = ((performance.now() - saved) / 1000).toFixed(2)
    console.info(`The restarted backend responds after ${seconds} s, of which it computed ${cpu} s`)
  }
  console.info(`${failed} requests failed (goals: 2 s on a quiet machine, none fails)`)
} finally {
  await shop.stop()
}

type BackendProcess = { start: string; cpu: string }

/** The backend once it is another process than the one of `start`. */
async function nextProcess(start: string): Promise<BackendProcess> {
  for (;;) {
    const found = await readProcess()
    if (found === null) failed += 1
    else if (found.start !== start) return found
    await wait(PAUSE)
  }
}

/** When the backend was started and how many seconds it has computed; `null` when the request failed. */
async function readProcess(): Promise<BackendProcess | null> {
  const response = await fetch(`${shop.address}/metrics`).catch(() => null)
  const metrics = (await response?.text().catch(() => null)) ?? ''
  const [, start] = /^process_start_time_seconds (\S+)$/m.exec(metrics) ?? []
  const [, cpu] = /^process_cpu_seconds_total (\S+)$/m.exec(metrics) ?? []
  return start === undefined || cpu === undefined ? null : { start, cpu }
}
