import type { ShopServer } from '../../harness/shop/shop-server.ts'
import { openBooks, START_STOCK, setStock } from '../books.ts'
import { type Answer, buildOrder, finalAnswers, send } from '../shoppers.ts'
import { type Mode, type ModeOptions, settleAndCompare, startNodes, type Trial } from '../trial.ts'

const AT_ONCE = 50

/** One order sent fifty times at once, to one node or several: one order, and the same answer to all. */
export const repeats: Mode = { rounds: 50, run }

async function run(trial: Trial, { rounds, nodes: size }: ModeOptions): Promise<string> {
  const nodes = await startNodes(trial, size)
  const { dataDir = '' } = nodes[0] ?? {}
  const store = await openBooks(trial, dataDir)
  await setStock(store, START_STOCK)
  const keys: string[] = []
  const answers: Answer[] = []
  for (let round = 0; round < rounds; round += 1) {
    const order = await buildOrder(trial.gateway)
    const told = await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => send(addressOf(nodes, index), order)))
    const seen = new Set(told.map((answer) => `${answer?.status} ${answer?.orderId}`))
    if (seen.size !== 1 || told[0]?.status !== 200)
      trial.problems.push(`round ${round} was answered ${[...seen].join(' and ')}`)
    keys.push(order.key)
    answers.push(...finalAnswers(told))
  }
  const made = (await trial.gateway.transactions()).length
  if (made !== rounds) trial.problems.push(`${made} authorizations were made for ${rounds} orders`)
  for (const node of nodes) await node.kill()
  await settleAndCompare(trial, { dataDir, store, keys, answers, startStock: START_STOCK })
  await store.close()
  return `${rounds} orders, each sent ${AT_ONCE} times at once to ${nodes.length} node(s): ${made} authorizations`
}

function addressOf(nodes: readonly ShopServer[], index: number): string {
  return nodes[index % nodes.length]?.address ?? ''
}
