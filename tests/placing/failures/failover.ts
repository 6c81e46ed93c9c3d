import { untilRow } from '../../../backend/testing/servers/durable-postgres.ts'
import { startCluster } from '../../harness/servers/cluster.ts'
import { requireHaproxy } from '../../harness/servers/haproxy.ts'
import type { ShopServer } from '../../harness/shop/shop-server.ts'
import { openBooks, START_STOCK, setStock } from '../books.ts'
import { type Answer, finalAnswers } from '../shoppers.ts'
import { type Mode, type ModeOptions, openTrial, settleAndCompare, type Trial } from '../trial.ts'
import { describeAnswers, placeAmid, SHOPPERS } from './place-amid.ts'

/**
 * The primary of two databases dies in the middle of 50 placements, and its standby takes over; each round is a new pair
 * behind the shipped HAProxy. PostgreSQL, whatever `--engine` says.
 */
export const failover: Mode = { rounds: 3, run }

async function run({ problems }: Trial, { rounds, nodes }: ModeOptions): Promise<string> {
  const program = await requireHaproxy()
  const all: (Answer | null)[] = []
  for (let round = 0; round < rounds; round += 1) {
    // With a gateway of its own: a shop voids what it finds there and does not know.
    const own = await openTrial('sqlite')
    try {
      all.push(...(await failOver(own, program, nodes)))
      await own.lookForSecrets()
      problems.push(...own.problems)
    } finally {
      await own.stop()
    }
  }
  return `${rounds} failovers of the database, each amid ${SHOPPERS} placements on ${nodes} node(s): ${describeAnswers(all)}`
}

async function failOver(trial: Trial, program: string, size: number): Promise<(Answer | null)[]> {
  const { pair, databaseUrl, stop } = await startCluster(program, size)
  try {
    const settings = { DATABASE_URL: databaseUrl }
    const nodes: ShopServer[] = []
    for (let index = 0; index < size; index += 1) nodes.push(await trial.start({ settings }))
    const { dataDir = '' } = nodes[0] ?? {}
    const store = await openBooks({ databaseUrl }, dataDir)
    await setStock(store, START_STOCK)
    const { keys, told } = await placeAmid(trial, nodes, async () => {
      await pair.primary.kill()
      await pair.promote()
      await untilRow(Number(new URL(databaseUrl).port), 'select 1 where not pg_is_in_recovery()')
    })
    for (const node of nodes) await node.kill()
    await store.close()
    const books = await openBooks({ databaseUrl }, dataDir)
    const answers = finalAnswers(told)
    await settleAndCompare(trial, { dataDir, settings, store: books, keys, answers, startStock: START_STOCK })
    await books.close()
    return told
  } finally {
    await stop()
  }
}
