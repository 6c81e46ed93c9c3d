import { parseArgs } from 'node:util'
import { readFlags } from '../../backend/platform/process/read-flags.ts'
import { BOTH_ENGINES } from '../../backend/testing/servers/engines.ts'
import { ensureBuilt } from '../harness/ensure-built.ts'
import { disk } from './disk.ts'
import { ends } from './ends.ts'
import { failover } from './failover.ts'
import { faults } from './faults.ts'
import { kills } from './kills.ts'
import { links } from './links.ts'
import { misuse } from './misuse.ts'
import { money } from './money.ts'
import { panel } from './panel.ts'
import { repeats } from './repeats.ts'
import { restore } from './restore.ts'
import { scarce } from './scarce.ts'
import { type Mode, openTrial } from './trial.ts'
import { webhooks } from './webhooks.ts'

/**
 * `npm run test:placing -- MODE [--rounds N] [--engine sqlite|postgres] [--nodes N]`: that no cent and no bag is lost when
 * orders are placed, whatever dies. Everything talks to loopback, and ends by itself.
 */
const MODES = {
  kills,
  scarce,
  repeats,
  faults,
  links,
  money,
  panel,
  restore,
  ends,
  disk,
  failover,
  webhooks,
  misuse,
} satisfies Readonly<Record<string, Mode>>

/** Longer than the lease of an operation whose worker died. */
const PATIENCE_MS = 100_000

const WORDS: Readonly<Record<keyof typeof MODES, string>> = {
  kills: 'The shop is killed in each window of a placement.',
  scarce: '200 shoppers want 3 pieces.',
  repeats: 'The same order is sent 50 times at once.',
  faults: 'Answers of the gateway are lost or late.',
  links: 'Orders by hand are paid by their links while the shop is killed.',
  money: 'Cards are charged and paid back by workers that are killed.',
  panel: 'Second sales are made in the panel of the gateway, reservations expire, and charges settle by themselves.',
  restore: 'A backup without the last orders is restored.',
  ends: 'The shop ends, and its database does not answer, amid placements.',
  disk: 'The disk is full amid placements.',
  failover: 'A standby of PostgreSQL takes over amid placements.',
  webhooks: 'Webhooks come in random order, repeated and forged.',
  misuse: 'Many addresses try stolen cards.',
}
const NUMBER = /^\d+$/

readFlags({
  command: 'npm run test:placing',
  does: 'Tries one of these modes: that no cent and no bag is lost when orders are placed.',
  flags: WORDS,
  options: {
    '--rounds': { does: 'How often; each mode has a number of its own.', value: NUMBER },
    '--engine': {
      does: `${BOTH_ENGINES.join(' or ')}; SQLite if nothing is said.`,
      value: new RegExp(`^(${BOTH_ENGINES.join('|')})$`),
    },
    '--nodes': { does: 'How many processes of the shop; 1 if nothing is said.', value: NUMBER },
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
const mode = Object.entries<Mode>(MODES).find(([name]) => name === positionals[0])?.[1]
const engine = BOTH_ENGINES.find((name) => name === values.engine)
if (mode === undefined || engine === undefined || positionals.length !== 1) {
  console.error(`Please name one of ${Object.keys(MODES).join(', ')}.`)
  process.exit(2)
}

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
