import { setTimeout as pause } from 'node:timers/promises'
import { openStore } from '../../backend/database/database.ts'
import { startCluster, untilReady } from '../harness/cluster.ts'
import { ensureBuilt } from '../harness/ensure-built.ts'
import { requireHaproxy } from '../harness/haproxy.ts'
import { startReading, warm } from '../harness/readers.ts'
import { OWNERS_SHOP, startShop } from '../harness/shop-server.ts'
import { firstAfter, KINDS, placeOrders, recoveryMs, startWriting } from '../harness/writers.ts'

/**
 * `npm run test:cluster`: a primary and a synchronous standby behind the shipped HAProxy, with two nodes. The primary
 * is killed under load and the standby promoted: no acknowledged write may be missing, pages must never fail, and
 * writes must recover by themselves. Takes about two minutes; loopback only.
 */
const ORDERS = 3000
const LOAD_MS = 8000
/** The time that a person or a program takes to decide that the primary is gone. */
const DECISION_MS = 3000
const MAX_RECOVERY_MS = 10_000
const TIMEOUT_MS = 30_000

const haproxy = await requireHaproxy()
ensureBuilt()

const cleanUp: (() => Promise<unknown>)[] = []
process.exitCode = 1
try {
  process.exitCode = (await proveFailover(haproxy)) ? 0 : 1
} finally {
  for (const stop of cleanUp.reverse()) await stop().catch(() => {})
}

async function proveFailover(program: string): Promise<boolean> {
  console.info('Starting a primary, its standby, HAProxy and two nodes …')
  const cluster = await startCluster(program, 2)
  cleanUp.push(cluster.stop)
  const { pair, databaseUrl, nodePorts, address } = cluster
  const nodes = []
  for (const port of nodePorts) {
    const node = await startShop(
      { DATABASE_URL: databaseUrl, PORT: String(port), TRUST_PROXY: '127.0.0.1', DEMO: 'off', LOG_LEVEL: 'silent' },
      { program: OWNERS_SHOP },
    )
    cleanUp.push(node.stop)
    nodes.push(node.address)
  }
  await placeOrders({ databaseUrl, dataDir: '' }, ORDERS)
  await warm(nodes)

  await untilReady(address)
  const reading = startReading(address)
  const writing = KINDS.map((kind) => startWriting(kind, address, 0))
  await pause(LOAD_MS)

  console.info('kill -9 the primary …')
  const killedAt = performance.now()
  await pair.primary.kill()
  await pause(DECISION_MS)
  await pair.promote()
  const promotedAt = performance.now()
  console.info('The standby is promoted.')
  await Promise.all(writing.map(({ written }) => firstAfter(written, promotedAt, TIMEOUT_MS)))
  await pause(LOAD_MS)
  console.info('The old primary comes back as it was …')
  await pair.primary.start()
  await pause(LOAD_MS / 2)
  const returnedAt = performance.now()
  await Promise.all(writing.map(({ written }) => firstAfter(written, returnedAt, TIMEOUT_MS)))
  await Promise.all([...writing.map(({ stop }) => stop()), reading.stop()])

  const store = await openStore({ databaseUrl: `postgres://shop@127.0.0.1:${pair.standby.port}/shop`, dataDir: '' })
  cleanUp.push(store.close)
  const rows: (string | number)[][] = []
  let allPassed = true
  for (const [index, kind] of KINDS.entries()) {
    const written = writing[index]?.written ?? { acknowledged: [], rejected: 0 }
    const stored = await kind.stored(store.database)
    const missing = written.acknowledged.filter(({ number }) => !stored.has(number)).length
    const back = recoveryMs(written, promotedAt)
    allPassed &&= missing === 0 && back < MAX_RECOVERY_MS && written.acknowledged.length > 0
    const before = written.acknowledged.filter(({ at }) => at < killedAt).length
    rows.push([
      kind.name,
      before,
      written.acknowledged.length,
      written.rejected,
      missing,
      `${(back / 1000).toFixed(1)} s`,
    ])
  }
  const { requested, failed, slowest } = reading.pages
  console.info(
    [
      '',
      '| Writes | acknowledged before the kill | acknowledged in all | rejected, to be tried again | acknowledged and missing | back after the promotion |',
      '| --- | --- | --- | --- | --- | --- |',
      ...rows.map((row) => `| ${row.join(' | ')} |`),
      '',
      `Pages: ${requested} requested, ${failed} failed, the slowest took ${Math.round(slowest)} ms.`,
      `The primary was gone for ${((promotedAt - killedAt) / 1000).toFixed(1)} s, of which ${DECISION_MS / 1000} s are the decision.`,
    ].join('\n'),
  )
  const isProven = allPassed && failed === 0
  console.info(isProven ? '\nEvery promise was kept.' : '\nA promise was broken.')
  return isProven
}
