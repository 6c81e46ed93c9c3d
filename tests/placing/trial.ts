import { startDurablePostgres } from '../../backend/testing/durable-postgres.ts'
import type { Engine } from '../../backend/testing/engines.ts'
import { type Gateway, startGateway } from '../gateway/start-gateway.ts'
import { type ShopServer, startShop } from '../harness/shop-server.ts'
import { compareBooks, openBooks, settleAll } from './books.ts'
import { type Answer, ask } from './shoppers.ts'

/** The shop with orders open, which can be told where to die. */
const PROGRAM = 'backend/testing/open-shop.ts'

/** What `npm run test:placing -- NAME` runs. */
export type Mode = {
  /** Unless `--rounds` says otherwise. */
  rounds: number
  /** Returns what was done, in a line; what was wrong is in `trial.problems`. */
  run: (trial: Trial, options: ModeOptions) => Promise<string>
}

export type ModeOptions = { rounds: number; nodes: number }

/** A gateway, a database, and the shops that are started on them. */
export type Trial = {
  gateway: Gateway
  /** `null`: SQLite in the data directory of a shop. */
  databaseUrl: string | null
  /** Starts a shop with orders open: anew, or on the data of one that was killed. */
  start: (options?: StartOptions) => Promise<ShopServer>
  /** What was wrong, a sentence each. */
  problems: string[]
  stop: () => Promise<void>
}

type StartOptions = { settings?: Record<string, string>; dataDir?: string }

/** Starts gateway and database; the shop has to be built. */
export async function openTrial(engine: Engine): Promise<Trial> {
  const postgres = engine === 'postgres' ? await startDurablePostgres() : null
  const gateway = await startGateway()
  // The SDK of this process reads them when it is loaded, with the first call.
  Object.assign(process.env, gateway.settings)
  const databaseUrl = postgres?.url ?? null
  const ownSettings = {
    TRUST_PROXY: '127.0.0.1',
    DEMO: 'off',
    ...gateway.settings,
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
  }
  return {
    gateway,
    databaseUrl,
    start: ({ settings = {}, ...known } = {}) =>
      startShop({ ...ownSettings, ...settings }, { ...known, program: PROGRAM }),
    problems: [],
    stop: async () => {
      await gateway.stop()
      await postgres?.stop()
    },
  }
}

/** Lets the worker settle everything, asks again for every key, and compares gateway, database and answers. */
export async function settleAndCompare(
  trial: Trial,
  {
    dataDir,
    keys,
    answers,
    startStock,
  }: { dataDir: string; keys: readonly string[]; answers: readonly Answer[]; startStock: number },
): Promise<void> {
  const store = await openBooks({ databaseUrl: trial.databaseUrl, dataDir })
  await settleAll(store)
  await store.close()
  const shop = await trial.start({ dataDir })
  const final: Answer[] = []
  for (const key of keys) {
    const answer = await ask(shop.address, key)
    // A key that is not known was never acknowledged.
    if (answer !== null && answer.status !== 404) final.push(answer)
  }
  await shop.kill()
  const books = await openBooks({ databaseUrl: trial.databaseUrl, dataDir })
  trial.problems.push(...(await compareBooks(books, [...answers, ...final], startStock)))
  await books.close()
}

/** Lends the shop's database for a moment. */
export async function withBooks(
  trial: Trial,
  shop: ShopServer,
  work: (store: Awaited<ReturnType<typeof openBooks>>) => Promise<void>,
): Promise<void> {
  const store = await openBooks({ databaseUrl: trial.databaseUrl, dataDir: shop.dataDir })
  await work(store).finally(() => store.close())
}
