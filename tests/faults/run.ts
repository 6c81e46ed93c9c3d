import { startDurablePostgres } from '../../backend/testing/servers/durable-postgres.ts'
import { ensureBuilt } from '../harness/ensure-built.ts'
import { corruptFiles, runDatabaseFaults, runDiskFaults, runTwoShops } from './faults.ts'
import { runKillRounds } from './kill-rounds.ts'
import type { FaultResult } from './shop-under-load.ts'

/**
 * `npm run test:faults`: the long form of `tests/faults`, with the load of many visitors and as many rounds as
 * `FAULT_ROUNDS` says (1,000 kills an engine, which take an hour or two). Everything talks to loopback, and ends by itself.
 * `npm run test:faults -- kill-sqlite` runs only the named groups.
 */
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 1000)
const EVERY = Math.max(1, Math.floor(ROUNDS / 20))

ensureBuilt()

const GROUPS: Readonly<Record<string, () => Promise<FaultResult[]>>> = {
  database: databaseFaults,
  disk: runDiskFaults,
  'two-shops': runTwoShops,
  'corrupt-files': () => corruptFiles(20),
  'kill-sqlite': killOnSqlite,
  'kill-postgres': killOnPostgres,
}
const words = process.argv.slice(2)
const unknown = words.filter((word) => !Object.hasOwn(GROUPS, word))
if (unknown.length > 0) {
  console.error(`There is no group ${unknown.join(', ')}; the groups are ${Object.keys(GROUPS).join(', ')}.`)
  process.exit(2)
}

const results: FaultResult[] = []
for (const [name, run] of Object.entries(GROUPS)) {
  if (words.length > 0 && !words.includes(name)) continue
  for (const result of await run()) {
    console.info(`${result.passed ? 'passed' : 'FAILED'}  ${result.fault}: ${result.seen}`)
    results.push(result)
  }
}
const failed = results.filter(({ passed }) => !passed)
console.info(
  [
    '',
    '| Fault | Seen |',
    '| --- | --- |',
    ...results.map(({ fault, seen }) => `| ${fault} | ${seen} |`),
    '',
    `${results.length - failed.length} passed, ${failed.length} failed`,
  ].join('\n'),
)
process.exitCode = failed.length === 0 ? 0 : 1

async function databaseFaults(): Promise<FaultResult[]> {
  const postgres = await startDurablePostgres()
  return runDatabaseFaults(postgres).finally(postgres.stop)
}

async function killOnSqlite(): Promise<FaultResult[]> {
  return [await kill('SQLite', null)]
}

async function killOnPostgres(): Promise<FaultResult[]> {
  const postgres = await startDurablePostgres()
  return [await kill('PostgreSQL', postgres.url).finally(postgres.stop)]
}

async function kill(engine: string, databaseUrl: string | null): Promise<FaultResult> {
  const { rounds, acknowledged, missing } = await runKillRounds(ROUNDS, databaseUrl, (round) => {
    if (round % EVERY === 0) console.info(`kill -9 on ${engine}: round ${round} of ${ROUNDS}`)
  })
  return {
    fault: `kill -9 on ${engine}`,
    seen: `${rounds} rounds, ${acknowledged} writes acknowledged, ${missing} missing`,
    passed: missing === 0 && acknowledged > 0,
  }
}
