import { openBooks, setStock } from '../books.ts'
import { buildOrder, send } from '../shoppers.ts'
import { type Mode, type ModeOptions, startNodes, type Trial } from '../trial.ts'

/** Two hundred shoppers for three pieces, on one node or on several. */
export const scarce: Mode = { rounds: 50, run }

async function run(trial: Trial, { rounds: count, nodes: size }: ModeOptions): Promise<string> {
  const nodes = await startNodes(trial, size)
  const [first] = nodes
  if (first === undefined) throw new Error('there is no node')
  const store = await openBooks(trial, first.dataDir)
  for (let round = 0; round < count; round += 1) {
    await setStock(store, 3)
    const before = (await trial.gateway.transactions()).length
    const bodies = await Promise.all(Array.from({ length: 200 }, () => buildOrder(trial.gateway)))
    const told = await Promise.all(bodies.map((body, index) => send(nodes[index % nodes.length]?.address ?? '', body)))
    const counts = Map.groupBy(told, (answer) => answer?.status ?? 0)
    const seen = [...counts]
      .map(([status, list]) => `${status}: ${list.length}`)
      .sort()
      .join(', ')
    const authorized = (await trial.gateway.transactions()).length - before
    if (seen !== '200: 3, 409: 197' || authorized !== 3)
      trial.problems.push(`round ${round}: ${seen}, ${authorized} authorized`)
  }
  await store.close()
  for (const node of nodes.toReversed()) await node.stop()
  return `${count} rounds of 200 shoppers for 3 pieces on ${nodes.length} node(s)`
}
