import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { BOTH_ENGINES, type Engine } from '../../backend/testing/servers/engines.ts'
import { openBooks, START_STOCK, setStock } from '../../tests/placing/books.ts'
import { buildOrders, randomAddress } from '../../tests/placing/shoppers.ts'
import { openTrial, type Trial } from '../../tests/placing/trial.ts'
import { percentile } from '../load.ts'
import type { Note } from '../report.ts'

/** Orders a second, and for how many seconds. */
const ORDERS_PER_SECOND = 50
const DURATION_SECONDS = 60
const ORDER_COUNT = ORDERS_PER_SECOND * DURATION_SECONDS
/** Milliseconds that the gateway takes for an authorization: at this rate 20 are in flight. */
const GATEWAY_MS = 400
/** Orders of the control. */
const CONTROL_COUNT = ORDERS_PER_SECOND * 20
/** Orders before the control, in which the code is compiled. */
const WARMING_COUNT = ORDERS_PER_SECOND * 20
const BUILT_AT_ONCE = 50

const GOALS_MS: Readonly<Record<Engine, { name: string; p95: number }>> = {
  sqlite: { name: 'SQLite', p95: 50 },
  postgres: { name: 'PostgreSQL', p95: 80 },
}

/**
 * Places orders at a steady rate, and leaves out the time that the gateway takes. The control is a bare server that
 * waits as long and commits as often: it shows whether the disk, the machine or the shop is slow. `npm run bench` gives
 * this process enough memory to collect no garbage while it is measured, which would take both cores from the shop.
 */
export async function measurePlacing(note: Note): Promise<void> {
  for (const engine of BOTH_ENGINES) {
    const trial = await openTrial(engine)
    try {
      await measureEngine(trial, engine, note)
    } finally {
      await trial.stop()
    }
  }
}

async function measureEngine(trial: Trial, engine: Engine, note: Note): Promise<void> {
  const { name, p95 } = GOALS_MS[engine]
  const shop = await trial.start()
  const store = await openBooks(trial, shop.dataDir)
  await setStock(store, START_STOCK)
  await trial.gateway.fail({ match: 'POST [^ ]*/transactions ', delay: GATEWAY_MS, times: 1_000_000 })
  await placeSteadily(trial, shop.address, WARMING_COUNT)
  const bare = await controlP95(trial, shop.dataDir)
  const { times, placed, seconds } = await placeSteadily(trial, shop.address, ORDER_COUNT)
  await store.close()
  await shop.stop()
  note(
    `Placing on ${name} at 20 at once, p95`,
    `${percentile(times, 0.95).toFixed(0)} ms (median ${percentile(times, 0.5).toFixed(0)}; bare commits ${bare.toFixed(0)} ms)`,
    `at most ${p95} ms`,
  )
  note(
    `${ORDERS_PER_SECOND} orders a second on ${name}`,
    `${placed} of ${ORDER_COUNT} placed in ${seconds.toFixed(1)} s`,
    `all in a minute`,
  )
}

async function placeSteadily({ gateway }: Trial, address: string, count: number) {
  const bodies: string[] = []
  while (bodies.length < count) {
    const orders = await buildOrders(gateway, BUILT_AT_ONCE)
    bodies.push(...orders.map((order) => JSON.stringify(order)))
  }
  let placed = 0
  const sent = await sendSteadily(bodies, async (body) => {
    if ((await post(`${address}/api/placeOrder`, body)) === 200) placed += 1
  })
  return { ...sent, placed }
}

const agent = new Agent({ keepAlive: true })

/** Resolves with the status. Not by `fetch`, which takes several times the processor time and memory. */
async function post(url: string, body: string): Promise<number | undefined> {
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-forwarded-for': randomAddress(),
  }
  const sent = request(url, { agent, method: 'POST', headers }).end(body)
  const [response]: IncomingMessage[] = await once(sent, 'response')
  if (response === undefined) throw new Error(`${url}: no response`)
  await once(response.resume(), 'end')
  return response.statusCode
}

/** Sends at the rate, whatever is answered; milliseconds beyond the gateway's, counted from when each was due. */
async function sendSteadily(bodies: readonly string[], work: (body: string) => Promise<unknown>) {
  const start = performance.now()
  const times = await Promise.all(
    bodies.map(async (body, index) => {
      const due = start + (index * 1000) / ORDERS_PER_SECOND
      await pause(Math.max(1, due - performance.now()))
      await work(body)
      return performance.now() - due - GATEWAY_MS
    }),
  )
  return { times, seconds: (performance.now() - start) / 1000 }
}

async function controlP95(trial: Trial, dataDir: string): Promise<number> {
  const database = (await trial.createDatabase('control')) ?? join(dataDir, 'control.sqlite')
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-commits.ts'), database, String(GATEWAY_MS)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [address] = await once(createInterface(child.stdout), 'line')
  try {
    const orders = await buildOrders(trial.gateway, BUILT_AT_ONCE)
    const bodies = Array.from({ length: CONTROL_COUNT }, (_, index) => JSON.stringify(orders[index % BUILT_AT_ONCE]))
    const { times } = await sendSteadily(bodies, (body) => post(String(address), body))
    return percentile(times, 0.95)
  } finally {
    child.kill()
  }
}
