import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openStore } from '../../backend/platform/database/database.ts'
import { readFlags } from '../../backend/platform/process/read-flags.ts'
import { COMMAND_FLAGS } from '../../tests/harness/shop/node-flags.ts'
import { fillOrders } from '../server/many-orders.ts'

/**
 * `npm run bench:backup -- 1000000` backs up, checks and restores that many orders of two items with the shop's
 * commands, and prints the time of each. With an empty PostgreSQL database in `BENCH_DATABASE_URL` it also restores to
 * that and back.
 */
readFlags({
  command: 'npm run bench:backup -- [ORDERS]',
  does: 'Backs up, checks and restores the given number of orders, and prints the time of each step.',
  others: /^\d+$/,
})
const orders = Number(process.argv[2] ?? 100_000)
const SHOP_COMMAND = resolve(import.meta.dirname, '../../backend/commands/shop.ts')

type Measured = { seconds: string; 'peak MB': string }

/** Runs a command of the shop under GNU time, which measures its peak memory. */
function run(words: readonly string[], environment: Record<string, string>): Measured {
  const timed = existsSync('/usr/bin/time')
  const command = [process.execPath, ...COMMAND_FLAGS, SHOP_COMMAND, ...words, '--json']
  const [file = '', ...args] = timed ? ['/usr/bin/time', '-f', '%M', '-o', report, ...command] : command
  const started = performance.now()
  execFileSync(file, args, {
    env: { ...process.env, ENV_FILE: '', ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const kilobytes = timed ? Number(readFileSync(report, 'utf8')) : Number.NaN
  return { seconds, 'peak MB': (kilobytes / 1024).toFixed(0) }
}

const folder = await mkdtemp(join(tmpdir(), 'shop-bench-'))
const report = join(folder, 'time')
try {
  const from = join(folder, 'from')
  await (await openStore({ databaseUrl: null, dataDir: from })).close()
  fillOrders(join(from, 'shop.sqlite'), orders)
  const archive = join(folder, 'shop.tar')
  const rows: Record<string, Measured> = {
    'backup create, SQLite': run(['backup', 'create', archive], { DATA_DIR: from, DATABASE_URL: '' }),
    'backup check': run(['backup', 'check', archive], { DATA_DIR: from, DATABASE_URL: '' }),
    'backup restore, SQLite': run(['backup', 'restore', archive], { DATA_DIR: join(folder, 'to'), DATABASE_URL: '' }),
  }
  const url = process.env.BENCH_DATABASE_URL
  if (url !== undefined) {
    const back = join(folder, 'back.tar')
    rows['backup restore, PostgreSQL'] = run(['backup', 'restore', archive], { DATABASE_URL: url })
    rows['backup create, PostgreSQL'] = run(['backup', 'create', back], { DATABASE_URL: url })
  }
  const megabytes = async (file: string) => ((await stat(file)).size / 1_000_000).toFixed(1)
  console.table(rows)
  console.log(
    `${orders} orders: database ${await megabytes(join(from, 'shop.sqlite'))} MB, archive ${await megabytes(archive)} MB`,
  )
} finally {
  await rm(folder, { recursive: true, force: true })
}
