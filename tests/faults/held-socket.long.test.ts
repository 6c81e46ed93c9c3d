import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../backend/testing/servers/free-port.ts'
import { findProgram } from '../harness/servers/haproxy.ts'
import { holdSocket } from '../harness/shop/held-socket.ts'

/** Milliseconds between two visitors. */
const EVERY = 50

test.skipIf(findProgram(['python3'], ['--version']) === null)(
  'while the shop is restarted behind the socket that systemd holds, no visitor is refused (skipped where Python is missing)',
  async () => {
    const port = await freePort()
    const shops = await holdSocket(port)
    onTestFinished(shops.remove)
    await shops.start()
    const visits: Promise<{ ok: boolean; waited: number }>[] = []
    let answered = 0
    const count = () => {
      answered += 1
    }
    const twentyMore = () => expect.poll(() => answered).toBeGreaterThan(answered + 20)
    let isOver = false
    const visiting = (async () => {
      for (; !isOver; await pause(EVERY)) visits.push(visit(port).finally(count))
    })()
    await twentyMore()
    await shops.stop()
    await shops.start()
    await twentyMore()
    isOver = true
    await visiting
    const seen = await Promise.all(visits)
    await shops.stop()
    const longest = Math.round(Math.max(...seen.map(({ waited }) => waited)))
    console.info(`${seen.length} visits, one every ${EVERY} ms, the longest took ${longest} ms`)
    expect(seen.filter(({ ok }) => !ok)).toEqual([])
  },
)

async function visit(port: number): Promise<{ ok: boolean; waited: number }> {
  const began = performance.now()
  const ok = await fetch(`http://127.0.0.1:${port}/healthz`, { headers: { connection: 'close' } }).then(
    ({ status }) => status === 200,
    () => false,
  )
  return { ok, waited: performance.now() - began }
}
