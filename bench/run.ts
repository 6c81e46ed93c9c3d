import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { readFlags } from '../backend/platform/process/read-flags.ts'
import { ensureBuilt } from '../tests/harness/ensure-built.ts'
import { type Claim, type Note, type Part, table, writeClaims, writePages } from './report.ts'

/**
 * `npm run bench` measures the shop's speed on this machine in about half an hour: the server, placing orders, settling payments,
 * interactions in a slow browser, and every page in Lighthouse. `npm run bench -- pages --rounds 1` measures one part once. The results are
 * written into `bench/speed.md`. Ratios are comparable between machines, absolute figures are not. Only
 * Lighthouse's download leaves the machine.
 */
// Each is loaded when it runs, so `--help` answers at once.
const PARTS: Readonly<Record<string, () => Promise<void>>> = {
  server: async () => measureClaims('server', (await import('./server/server.ts')).measureServer),
  placing: async () => measureClaims('placing', (await import('./orders/placing.ts')).measurePlacing),
  settling: async () => measureClaims('settling', (await import('./orders/settling.ts')).measureSettling),
  interactions: async () => {
    const { measureInteractions } = await import('./pages/interactions.ts')
    await withRealShop((shop) => measureClaims('interactions', (note) => measureInteractions(shop, rounds, note)))
  },
  pages: async () => {
    const { auditPages } = await import('./pages/pages.ts')
    await withRealShop(async (shop) => writePages(await auditPages(shop, rounds), conditions()))
  },
}

readFlags({
  command: 'npm run bench',
  does: 'Measures the speed of the shop and writes it into the documents: everything, or the given parts.',
  flags: {
    server: 'The server.',
    placing: 'Placing orders.',
    settling: 'Settling payments and sending emails.',
    interactions: 'Interactions in a slow browser.',
    pages: 'Every page in Lighthouse.',
  } satisfies Record<Part | 'pages', string>,
  options: { '--rounds': { does: 'How often to measure what varies; default 5.', value: /^\d+$/ } },
})
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' } },
})
const rounds = Math.max(1, Number(values.rounds))
ensureBuilt()
const { ensureChromium } = await import('../tests/harness/browser/chromium.ts')
if (!(await ensureChromium())) process.exit(1)

for (const part of positionals.length === 0 ? Object.keys(PARTS) : positionals) {
  await PARTS[part]?.()
}

/** Prints each claim as soon as it is measured, and writes all of them into the documents. */
async function measureClaims(part: Part, measure: (note: Note) => Promise<void>): Promise<void> {
  const claims: Claim[] = []
  await measure((claim, measured, goal) => {
    console.info(`${claim}: ${measured} (goal: ${goal})`)
    claims.push({ claim, measured, goal })
  })
  await writeClaims(part, claims, conditions())
  console.info(`\n${table(claims).join('\n')}\n`)
}

async function withRealShop(measure: (shop: string) => Promise<void>): Promise<void> {
  const { makePictures, startRealShop } = await import('./pages/real-shop.ts')
  const { PAGE_PATHS } = await import('./pages/pages.ts')
  const shop = await startRealShop()
  try {
    await makePictures(shop.address, PAGE_PATHS)
    await measure(shop.address)
  } finally {
    await shop.stop()
  }
}

/** When and where, and how much else the machine had to do during the last quarter of an hour. */
function conditions(): string {
  const date = new Date().toISOString().slice(0, 10)
  const machine = `Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`
  return `On ${date}, ${machine}, load average ${loadavg()[2]?.toFixed(1)}; medians of ${rounds} where a run varies:`
}
