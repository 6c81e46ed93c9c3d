import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { type PostgresPair, startPostgresPair, untilRow } from '../../../backend/testing/servers/durable-postgres.ts'
import { freePort } from '../../../backend/testing/servers/free-port.ts'
import { startHaproxy } from './haproxy.ts'
import { shippedConfig } from './shipped-config.ts'

/** A primary and a synchronous standby behind the shipped HAProxy, which also balances nodes. */
export type Cluster = {
  pair: PostgresPair
  /** The database through HAProxy. */
  databaseUrl: string
  /** Where HAProxy expects the nodes, which the caller starts. */
  nodePorts: readonly number[]
  /** The shop through HAProxy, without a trailing slash. */
  address: string
  stop: () => Promise<void>
}

const TIMEOUT_MS = 30_000
const SECOND_NODE = '    server node2 127.0.0.1:3002 check'

/** Starts both databases and HAProxy for two or more nodes. */
export async function startCluster(program: string, nodes: number): Promise<Cluster> {
  const pair = await startPostgresPair()
  const [balanced, database] = [await freePort(), await freePort()]
  const nodePorts: number[] = []
  while (nodePorts.length < nodes) nodePorts.push(await freePort())
  const [first, ...others] = nodePorts
  const servers = others.map((port, index) => `    server node${index + 2} 127.0.0.1:${port} check`)
  let leader = 0
  const checks = [await startCheck(() => leader === 0), await startCheck(() => leader === 1)]
  const config = await shippedConfig(
    'haproxy/haproxy.cfg',
    new Map([
      ['127.0.0.1:3100', `127.0.0.1:${balanced}`],
      ['127.0.0.1:5400', `127.0.0.1:${database}`],
      ['127.0.0.1:3001', `127.0.0.1:${first}`],
      [SECOND_NODE, servers.join('\n')],
      ['10.0.0.11:5432 check port 8008', `127.0.0.1:${pair.primary.port} check port ${checks[0]?.port}`],
      ['10.0.0.12:5432 check port 8008', `127.0.0.1:${pair.standby.port} check port ${checks[1]?.port}`],
    ]),
  )
  const balancer = await startHaproxy(program, config, database)
  const databaseUrl = `postgres://shop@127.0.0.1:${database}/shop`
  // HAProxy takes the standby for good until its first check.
  await untilRow(database, 'select 1 where not pg_is_in_recovery()')
  return {
    pair: {
      ...pair,
      promote: async () => {
        await pair.promote()
        leader = 1
      },
    },
    databaseUrl,
    nodePorts,
    address: `http://127.0.0.1:${balanced}`,
    stop: async () => {
      await balancer.stop()
      for (const check of checks) check.close()
      await pair.stop()
    },
  }
}

/** Answers HAProxy as Patroni does, whose decision the caller makes here; `npm run test:deploy` runs Patroni itself. */
async function startCheck(isPrimary: () => boolean): Promise<{ port: number; close: () => void }> {
  const port = await freePort()
  const server = createServer((_, response) => response.writeHead(isPrimary() ? 200 : 503).end()).listen(
    port,
    '127.0.0.1',
  )
  await once(server, 'listening')
  return { port, close: () => server.close() }
}

/** Waits until HAProxy sends visitors to a node. */
export async function untilReady(address: string): Promise<void> {
  for (const deadline = performance.now() + TIMEOUT_MS; performance.now() < deadline; await pause(100)) {
    const status = await fetch(`${address}/readyz`).then(
      (response) => response.status,
      () => 0,
    )
    if (status === 200) return
  }
  throw new Error('HAProxy finds no node that is ready')
}
