import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createBackup } from '../../backend/operations/backup/create-backup.ts'
import type { Store } from '../../backend/platform/database/database.ts'
import { areOrdersOpen } from '../../backend/platform/settings/shop-settings.repository.ts'
import { startDurablePostgres } from '../../backend/testing/servers/durable-postgres.ts'
import type { Engine } from '../../backend/testing/servers/engines.ts'
import { openMailServer } from '../../backend/testing/servers/mail-server.ts'
import { type Gateway, startGatewayProcess } from '../gateway/start-gateway.ts'
import { OWNERS_SHOP, type ShopServer, startShop } from '../harness/shop/shop-server.ts'
import { compareBooks, listUnsettled, openBooks, settleAll } from './books.ts'
import { openOrders } from './open-orders.ts'
import { dumpRows, findSecrets, readBackup } from './secrets.ts'
import { type Answer, ask } from './shoppers.ts'

/** Keys that are asked for at once. */
const AT_ONCE = 20
const METRICS_TOKEN = 'a-token-for-the-metrics'
/** The shop that can be told where to die. */
const PROGRAM = 'backend/testing/payments/trial-shop.ts'

/** Trial that `npm run test:placing -- NAME` runs. */
export type Mode = {
  /** Unless `--rounds` says otherwise. */
  rounds: number
  /** Returns what was done, in a line; what was wrong is in `trial.problems`. */
  run: (trial: Trial, options: ModeOptions) => Promise<string>
}

export type ModeOptions = {
  rounds: number
  nodes: number
  /** Milliseconds that the shop's own worker gets in the end. */
  patience: number
}

/** A gateway, a database, and the shops that are started on them. */
export type Trial = {
  gateway: Gateway
  /** `null`: SQLite in the data directory of a shop. */
  databaseUrl: string | null
  /** Environment variables of its shops. */
  settings: Readonly<Record<string, string>>
  /** Starts a shop: on the data of one that was killed, or anew, which its switch has opened before. */
  start: (options?: StartOptions) => Promise<ShopServer>
  /** Copies folder and database of a shop that was killed; nothing else may use them until then. */
  copy: (dataDir: string) => Promise<{ dataDir: string; databaseUrl: string | null }>
  /** Problems found, a sentence each. */
  problems: string[]
  /** The URL of another database, which is empty; `null` on SQLite. */
  createDatabase: (name: string) => Promise<string | null>
  /** Keeps what a program prints, in which no secret may be. */
  record: (...outputs: readonly NodeJS.ReadableStream[]) => void
  /** Looks for secrets in all that was printed, in the databases, in the metrics and in a backup; returns how much that was, in a line. */
  lookForSecrets: () => Promise<string>
  stop: () => Promise<void>
}

type StartOptions = { settings?: Record<string, string>; dataDir?: string }

/** Starts gateway and database; the shop has to be built. */
export async function openTrial(engine: Engine): Promise<Trial> {
  const postgres = engine === 'postgres' ? await startDurablePostgres() : null
  const gateway = await startGatewayProcess()
  const databaseUrl = postgres?.url ?? null
  const settings = {
    TRUST_PROXY: '127.0.0.1',
    DEMO: 'off',
    LOG_LEVEL: 'info',
    METRICS_TOKEN,
    ...gateway.settings,
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
  }
  const outputs: (readonly string[])[] = []
  const dataDirs = new Set<string>()
  const problems: string[] = []
  const start = async ({ settings: own = {}, dataDir }: StartOptions = {}) => {
    const ofShop = { ...settings, ...own }
    const opened = dataDir === undefined ? await openNew(gateway, ofShop) : { dataDir, printed: [] }
    const shop = await startShop(ofShop, { dataDir: opened.dataDir, program: PROGRAM })
    outputs.push(opened.printed, shop.printed)
    dataDirs.add(shop.dataDir)
    return shop
  }
  return {
    gateway,
    databaseUrl,
    settings,
    start,
    copy: async (dataDir) => {
      const copied = await mkdtemp(join(tmpdir(), 'shop-data-'))
      await cp(dataDir, copied, { recursive: true })
      return { dataDir: copied, databaseUrl: (await postgres?.copy('copied')) ?? null }
    },
    problems,
    createDatabase: async (name) => (await postgres?.createDatabase(name)) ?? null,
    record: (...streams) => {
      for (const stream of streams) {
        const lines: string[] = []
        outputs.push(lines)
        createInterface(stream).on('line', (line) => lines.push(line))
      }
    },
    lookForSecrets: async () => {
      const lines = outputs.flat()
      const [dataDir] = dataDirs
      if (dataDir === undefined) return 'no shop ran'
      const shop = await start({ dataDir })
      const metrics = await fetch(`${shop.address}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
      const measured = (await metrics.text()).split('\n')
      await shop.kill()
      const store = await openBooks({ databaseUrl }, dataDir)
      const rows = await dumpRows(store).finally(store.close)
      const backup = await readNewBackup({ dataDir, databaseUrl })
      const found = [
        ...findSecrets('the logs', lines),
        ...findSecrets('the database', rows),
        ...findSecrets('the metrics', measured),
        ...findSecrets('a backup', backup),
      ]
      problems.push(...found)
      const looked = [`${lines.length} lines of logs`, `${rows.length} rows`, `${measured.length} lines of metrics`]
      return `${found.length} secrets in ${looked.join(', ')} and ${backup.length - 1} members of a backup`
    },
    stop: async () => {
      await gateway.stop()
      await postgres?.stop()
    },
  }
}

/**
 * A new shop as its owner starts it, whose orders are opened by its switch, unless they are open in its database; then that
 * shop ends.
 */
async function openNew(
  gateway: Gateway,
  settings: Record<string, string>,
): Promise<Pick<ShopServer, 'dataDir' | 'printed'>> {
  const [mailServer, backups] = await Promise.all([openMailServer(), mkdtemp(join(tmpdir(), 'shop-backups-'))])
  // Keys that charge no card open a shop only with demo data.
  const shopSettings = { ...settings, DEMO: 'on', SMTP_URL: mailServer.url, BACKUP_DIR: backups }
  const shop = await startShop(shopSettings, { program: OWNERS_SHOP })
  try {
    const store = await openBooks({ databaseUrl: settings.DATABASE_URL ?? null }, shop.dataDir)
    const isOpen = await areOrdersOpen(store.database).finally(store.close)
    if (!isOpen) await openOrders(shop, gateway)
  } finally {
    await shop.kill()
    await mailServer.close()
    await rm(backups, { recursive: true })
  }
  return shop
}

/** A backup that is made now, as text. */
async function readNewBackup(location: { dataDir: string; databaseUrl: string | null }): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-backup-'))
  try {
    const { file } = await createBackup({ location, file: join(folder, 'backup.tar'), now: new Date() })
    return await readBackup(file)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Starts so many shops on the same database. */
export async function startNodes(trial: Trial, size: number): Promise<ShopServer[]> {
  const nodes: ShopServer[] = []
  for (let index = 0; index < size; index += 1) {
    const [first] = nodes
    nodes.push(await trial.start(trial.databaseUrl === null && first ? { dataDir: first.dataDir } : {}))
  }
  return nodes
}

type Told = {
  dataDir: string
  /** Settings of the shop beyond the trial's. */
  settings?: Record<string, string>
  store: Store
  keys: readonly string[]
  answers: readonly Answer[]
  startStock: number
}

/** Lets the worker settle everything, asks again for every key, and compares gateway, database and answers. */
export async function settleAndCompare(
  trial: Trial,
  { dataDir, settings = {}, store, keys, answers, startStock }: Told,
): Promise<void> {
  await settleAll(store)
  const shop = await trial.start({ dataDir, settings })
  const final: Answer[] = []
  for (let from = 0; from < keys.length; from += AT_ONCE) {
    const told = await Promise.all(keys.slice(from, from + AT_ONCE).map((key) => ask(shop.address, key)))
    // A key that is not known was never acknowledged.
    final.push(...told.flatMap((answer) => (answer === null || answer.status === 404 ? [] : [answer])))
  }
  await shop.kill()
  trial.problems.push(
    ...(await compareBooks(store, [...answers, ...final], startStock)),
    ...(await listUnsettled(store)),
  )
}
