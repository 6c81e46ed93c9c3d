import { parseArgs } from 'node:util'
import { readFlags } from '../../backend/platform/process/read-flags.ts'
import type { Engine } from '../../backend/testing/servers/engines.ts'
import { ensureBuilt } from '../harness/ensure-built.ts'
import type { Mode } from './trial.ts'

/**
 * `npm run test:placing -- MODE [--rounds N] [--engine sqlite|postgres] [--nodes N]`: that no cent and no bag is lost when
 * orders are placed, whatever dies. Everything talks to loopback, and ends by itself.
 */
// Each is loaded when it runs, so `--help` answers at once.
const MODES: Readonly<Record<string, { does: string; load: () => Promise<Mode> }>> = {
  kills: {
    does: 'The shop is killed in each window of a placement.',
    load: async () => (await import('./failures/kills.ts')).kills,
  },
  scarce: {
    does: '200 shoppers want the last 3 of a product.',
    load: async () => (await import('./load/scarce.ts')).scarce,
  },
  repeats: {
    does: 'The same order is sent 50 times at once.',
    load: async () => (await import('./load/repeats.ts')).repeats,
  },
  faults: {
    does: 'Answers of the gateway are lost or late.',
    load: async () => (await import('./failures/faults.ts')).faults,
  },
  links: {
    does: 'Orders by hand are paid by their links while the shop is killed.',
    load: async () => (await import('./payments/links.ts')).links,
  },
  money: {
    does: 'Cards are charged and refunded by workers that are killed.',
    load: async () => (await import('./payments/money.ts')).money,
  },
  panel: {
    does: 'Second sales are made in the panel of the gateway, reservations expire, and charges settle on their own.',
    load: async () => (await import('./payments/panel.ts')).panel,
  },
  restore: {
    does: 'A backup without the last orders is restored.',
    load: async () => (await import('./failures/restore.ts')).restore,
  },
  ends: {
    does: 'The shop ends, and its database does not answer, amid placements.',
    load: async () => (await import('./failures/ends.ts')).ends,
  },
  disk: {
    does: 'The disk is full amid placements.',
    load: async () => (await import('./failures/disk.ts')).disk,
  },
  failover: {
    does: 'A standby of PostgreSQL takes over amid placements.',
    load: async () => (await import('./failures/failover.ts')).failover,
  },
  webhooks: {
    does: 'Webhooks come in random order, repeated and forged.',
    load: async () => (await import('./payments/webhooks.ts')).webhooks,
  },
  misuse: {
    does: 'Many addresses try stolen cards.',
    load: async () => (await import('./load/misuse.ts')).misuse,
  },
}
const ENGINES = ['sqlite', 'postgres'] as const satisfies readonly Engine[]
/** Longer than the lease of an operation whose worker died. */
const PATIENCE_MS = 100_000
const NUMBER = /^\d+$/

readFlags({
  command: 'npm run test:placing',
  does: 'Tries one of these modes, to show that placing orders loses no cent and no product.',
  flags: Object.fromEntries(Object.entries(MODES).map(([name, { does }]) => [name, does])),
  options: {
    '--rounds': { does: 'How often; each mode has its own default.', value: NUMBER },
    '--engine': {
      does: `${ENGINES.join(' or ')}; default SQLite.`,
      value: new RegExp(`^(${ENGINES.join('|')})$`),
    },
    '--nodes': { does: 'Number of shop processes; default 1.', value: NUMBER },
  },
})
const { values, positionals } = parseArgs({
  options: {
    rounds: { type: 'string' },
    engine: { type: 'string', default: 'sqlite' },
    nodes: { type: 'string', default: '1' },
  },
  allowPositionals: true,
})
const named = Object.entries(MODES).find(([name]) => name === positionals[0])?.[1]
const engine = ENGINES.find((known) => known === values.engine)
if (named === undefined || engine === undefined || positionals.length !== 1) {
  console.error(`Please name one of ${Object.keys(MODES).join(', ')}.`)
  process.exit(2)
}

const mode = await named.load()
const { openTrial } = await import('./trial.ts')
ensureBuilt()
const trial = await openTrial(engine)
try {
  const options = { rounds: Number(values.rounds ?? mode.rounds), nodes: Number(values.nodes), patience: PATIENCE_MS }
  console.info(await mode.run(trial, options))
  console.info(await trial.lookForSecrets())
} finally {
  await trial.stop()
}
for (const problem of trial.problems.slice(0, 20)) console.info(`FAILED ${problem}`)
console.info(`${trial.problems.length === 0 ? 1 : 0} passed, ${trial.problems.length} failed`)
process.exitCode = trial.problems.length === 0 ? 0 : 1
