import { type Client, createClient } from '@shop/contract/http/client'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { pino } from 'pino'
import { expect } from 'vitest'
import { type AppOptions, buildApp, followCatalog } from '../app.ts'
import { createMetrics } from '../operations/metrics.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import { createErrorLog } from '../platform/http/errors/error-log.ts'
import { setLinkBase } from '../platform/settings/link-base.ts'
import { readSettings, type Settings } from '../platform/settings/settings.ts'
import { applyTimeZone, updateShopSettings } from '../platform/settings/shop-settings.repository.ts'
import { createPool, type Reusable } from './reused-shops.ts'
import { type Engine, openTestNode, openTestStore, type TestStore } from './servers/engines.ts'

export type TestShop = TestStore & {
  app: FastifyInstance
  settings: Settings
  /** In process, as the storefront makes them. */
  call: Client
  passTime: (ms: number) => void
  /** From then on time passes with `passTime` only. */
  stopTime: () => void
  clock: () => Date
  /** Waits of rate-limited attempts, in milliseconds; tests don't wait. */
  waits: readonly number[]
  logged: () => string
  /** For a test with requests that fail by a fault of the shop; other tests fail at their end when one did. */
  expectFailedRequests: () => void
}

/** The least that Argon2 allows. */
const TEST_COST = { memory: 8, passes: 1, parallelism: 1 }

type Overrides = Partial<
  Pick<AppOptions, 'payments' | 'photos' | 'storefront' | 'admin' | 'maxDelay' | 'connections' | 'draining'>
>
type Options = Overrides & {
  /** Without checks. */
  orders?: 'open'
  /** For tests of a start, or of counts in memory. */
  isNew?: boolean
}

/** The whole backend on a temporary database, without pages; `overrides` replaces external services. */
export async function openTestShop(
  engine: Engine,
  options: Options = {},
  environment: Record<string, string> = {},
): Promise<TestShop> {
  const shop = await lendShop(engine, options, environment)
  let mayFail = false
  return {
    ...shop,
    expectFailedRequests: () => {
      mayFail = true
    },
    close: async () => {
      await shop.close()
      const failed = shop.logged().match(FAILED_REQUEST) ?? []
      if (mayFail) expect(failed, 'requests that failed').not.toEqual([])
      else expect(failed, 'requests that failed').toEqual([])
    },
  }
}

const FAILED_REQUEST = /^.*"msg":"request failed.*$/gm

type LentShop = Omit<TestShop, 'expectFailedRequests'>

async function lendShop(
  engine: Engine,
  { orders, isNew = false, ...overrides }: Options,
  environment: Record<string, string>,
): Promise<LentShop> {
  const { payments, ...others } = overrides
  const open = () => buildShop(engine, orders === 'open', overrides, environment)
  // Proxies are trusted by address, which a reused shop changes.
  if (isNew || Object.keys(others).length > 0 || 'TRUST_PROXY' in environment) return (await open()).lend()
  return reuseShop(JSON.stringify([engine, orders, numberOf(payments), environment]), open)
}

const reuseShop = createPool<LentShop>()

/** Replaced services in order. */
const seen: unknown[] = []

function numberOf(service: unknown): number {
  return seen.includes(service) ? seen.indexOf(service) : seen.push(service) - 1
}

async function buildShop(
  engine: Engine,
  areOrdersOpen: boolean,
  overrides: Overrides,
  environment: Record<string, string>,
): Promise<Reusable<LentShop>> {
  const opened = await openTestStore(engine)
  const { database } = opened.store
  if (areOrdersOpen) await inTransaction(database, (trx) => updateShopSettings(trx, { orders: 'open' }))
  const { dataDir, databaseUrl } = opened.location
  const settings = readSettings({
    DATA_DIR: dataDir,
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    DEMO: 'off',
    LOG_LEVEL: 'trace',
    ...environment,
  })
  let lines: string[] = []
  let waits: number[] = []
  let ahead = 0
  let stopped: number | null = null
  const clock = () => new Date((stopped ?? Date.now()) + ahead)
  const catalogVersion = await followCatalog(opened.store)
  const errorLog = createErrorLog()
  const metrics = createMetrics()
  const app = await buildApp({
    settings,
    store: opened.store,
    storefront: null,
    logger: pino({ level: 'trace', base: null }, { write: (line: string) => void lines.push(line) }),
    clock,
    maxDelay: 60_000,
    passwordCost: TEST_COST,
    wait: async (ms) => void waits.push(ms),
    catalogVersion,
    errorLog,
    metrics,
    ...overrides,
  })
  await opened.rebase()
  const visitor = visitInTurn(app)

  const close = async () => {
    await app.close()
    await opened.close()
  }
  return {
    lend: async () => {
      // Another shop of this process may have changed it.
      await applyTimeZone(database)
      setLinkBase(settings)
      const [own, delays] = [[...lines], [...waits]]
      ;[lines, waits, ahead, stopped] = [own, delays, 0, null]
      return {
        ...opened,
        app,
        settings,
        clock,
        waits: delays,
        call: createClient('', inProcess(app)),
        passTime: (ms) => {
          ahead += ms
        },
        stopTime: () => {
          stopped = Date.now()
        },
        logged: () => own.join(''),
        close,
      }
    },
    reset: async () => {
      const { current } = catalogVersion
      if (!(await visitor.next()) || !(await opened.reset())) return false
      errorLog.close()
      // Invalidates what is cached.
      await raiseCatalogVersion(database, current)
      await catalogVersion.refresh()
      // A request of the API document reads the settings.
      await visitor.inject('/api/docs/settings')
      metrics.registry.resetMetrics()
      ;[lines, waits] = [[], []]
      return true
    },
    close,
  }
}

/** Gives requests without an address one that no earlier test has used, since the app counts by address. */
function visitInTurn(app: FastifyInstance) {
  const inject = app.inject.bind(app)
  const running = new Set<Promise<unknown>>()
  let [turn, isClosed] = [1, false]
  app.addHook('onClose', async () => {
    isClosed = true
  })
  Object.assign(app, {
    inject: (options: InjectOptions | string) => {
      const request = typeof options === 'string' ? { url: options } : options
      const remoteAddress = request.remoteAddress ?? `127.0.${turn >> 8}.${turn & 255}`
      const response = inject({ ...request, remoteAddress })
      const ended = response.catch(() => {}).finally(() => running.delete(ended))
      running.add(ended)
      return response
    },
  })
  return {
    inject,
    /** Waits for requests a test left behind; `false` when the app can't be reused. */
    next: async (): Promise<boolean> => {
      turn += 1
      await Promise.all(running)
      return !isClosed && !app.server.listening
    },
  }
}

async function raiseCatalogVersion(database: Database, above: number): Promise<void> {
  const { version } = await database
    .selectFrom('catalog_meta')
    .select((meta) => meta.fn.sum<number | string>('version').as('version'))
    .executeTakeFirstOrThrow()
  await database
    .updateTable('catalog_meta')
    .set((row) => ({ version: row('version', '+', Math.max(0, above + 1 - Number(version))) }))
    .where('id', '=', 'catalog')
    .execute()
}

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
