import { parseArgs } from 'node:util'
import { BOTH_ENGINES } from '../../backend/testing/engines.ts'
import { ensureBuilt } from '../harness/ensure-built.ts'
import { disk } from './disk.ts'
import { ends } from './ends.ts'
import { failover } from './failover.ts'
import { faults } from './faults.ts'
import { kills } from './kills.ts'
import { links } from './links.ts'
import { misuse } from './misuse.ts'
import { money } from './money.ts'
import { repeats } from './repeats.ts'
import { restore } from './restore.ts'
import { scarce } from './scarce.ts'
import { type Mode, openTrial } from './trial.ts'
import { webhooks } from './webhooks.ts'

/**
 * `npm run test:placing -- MODE [--rounds N] [--engine sqlite|postgres] [--nodes N]`: that no cent and no bag is lost when
 * orders are placed, whatever dies. Everything talks to loopback, and ends by itself.
 */
const MODES: Readonly<Record<string, Mode>> = {
  kills,
  scarce,
  repeats,
  faults,
  links,
  money,
  restore,
  ends,
  disk,
  failover,
  webhooks,
  misuse,
}

/** Longer than the lease of an operation whose worker died. */
const PATIENCE_MS = 100_000

const { values, positionals } = parseArgs({
  options: {
    rounds: { type: 'string' },
    engine: { type: 'string', default: 'sqlite' },
    nodes: { type: 'string', default: '1' },
  },
  allowPositionals: true,
})
const mode = MODES[positionals[0] ?? '']
const engine = BOTH_ENGINES.find((name) => name === values.engine)
if (mode === undefined || engine === undefined || positionals.length !== 1) {
  console.error(`Please name one of ${Object.keys(MODES).join(', ')}, and an engine of ${BOTH_ENGINES.join(', ')}.`)
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
