import { type Client, createClient } from '@shop/contract/client'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { pino } from 'pino'
import { type AppOptions, buildApp } from '../app.ts'
import { inTransaction } from '../database/database.ts'
import { readSettings, type Settings } from '../settings/settings.ts'
import { updateShopSettings } from '../settings/shop/shop-settings.repository.ts'
import { type Engine, openTestNode, openTestStore, type TestStore } from './engines.ts'

export type TestShop = TestStore & {
  app: FastifyInstance
  settings: Settings
  /** Typed calls in process, as the storefront makes them. */
  call: Client
  /** Advances the shop's clock by milliseconds. */
  passTime: (ms: number) => void
  /** From now on time passes with `passTime` only, so that a busy machine changes no result. */
  stopTime: () => void
  clock: () => Date
  /** Delays of rate-limited attempts in milliseconds; tests do not wait for them. */
  waits: readonly number[]
  /** Everything that was logged. */
  logged: () => string
}

/** The cheapest parameters that Argon2 allows. */
const TEST_COST = { memory: 8, passes: 1, parallelism: 1 }

/**
 * The whole backend on a temporary database, without pages; `overrides` replaces external services, and `orders` opens them
 * unchecked.
 */
export async function openTestShop(
  engine: Engine,
  {
    orders,
    ...overrides
  }: Partial<
    Pick<AppOptions, 'payments' | 'photos' | 'storefront' | 'admin' | 'maxDelay' | 'connections' | 'draining'>
  > & { orders?: 'open' } = {},
  environment: Record<string, string> = {},
): Promise<TestShop> {
  const opened = await openTestStore(engine)
  if (orders !== undefined) await inTransaction(opened.store.database, (trx) => updateShopSettings(trx, { orders }))
  const { dataDir, databaseUrl } = opened.location
  const settings = readSettings({
    DATA_DIR: dataDir,
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    DEMO: 'off',
    LOG_LEVEL: 'trace',
    ...environment,
  })
  const lines: string[] = []
  const logger = pino({ level: 'trace', base: null }, { write: (line: string) => void lines.push(line) })
  const waits: number[] = []
  let ahead = 0
  let stopped: number | null = null
  const clock = () => new Date((stopped ?? Date.now()) + ahead)
  const app = await buildApp({
    settings,
    store: opened.store,
    storefront: null,
    logger,
    clock,
    maxDelay: 60_000,
    passwordCost: TEST_COST,
    wait: async (ms) => void waits.push(ms),
    ...overrides,
  })
  return {
    ...opened,
    app,
    settings,
    clock,
    waits,
    call: createClient('', inProcess(app)),
    passTime: (ms) => {
      ahead += ms
    },
    stopTime: () => {
      stopped = Date.now()
    },
    logged: () => lines.join(''),
    close: async () => {
      await app.close()
      await opened.close()
    },
  }
}

/** Another node of the same shop: a second app on the same database. */
export async function openSecondNode(shop: TestShop): Promise<FastifyInstance> {
  return buildApp({
    settings: shop.settings,
    store: await openTestNode(shop),
    storefront: null,
    clock: shop.clock,
    maxDelay: 60_000,
    passwordCost: TEST_COST,
    wait: async () => {},
  })
}

function inProcess(app: FastifyInstance): Parameters<typeof createClient>[1] {
  return async (url, { method = 'GET', headers, body }) => {
    const options: InjectOptions = {
      method: method === 'POST' ? 'POST' : 'GET',
      url,
      headers: Object.fromEntries(new Headers(headers)),
      ...(typeof body === 'string' ? { payload: body } : {}),
    }
    const response = await app.inject(options)
    return new Response(response.payload, {
      status: response.statusCode,
      headers: Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)])),
    })
  }
}
