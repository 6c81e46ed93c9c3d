import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { isLoopbackUrl } from '@shop/contract/http/loopback'
import type { ShopSettings } from '@shop/contract/pages/shop'
import closeWithGrace from 'close-with-grace'
import type { FastifyInstance } from 'fastify'
import { type DestinationStream, destination, type Logger, pino } from 'pino'
import { DEMO_CUSTOMER } from '../accounts/build-customer.ts'
import { type AdminApp, loadBuiltAdmin } from '../admin/admin-pages.routes.ts'
import { inviteFirstOwner, LOCAL_LINK } from '../admin/owners/invites.ts'
import { type AppOptions, buildApp } from '../app.ts'
import { loadFirstCatalog } from '../catalog/import/first-catalog.ts'
import { loadFirstPresentation } from '../catalog/lines/presentation.ts'
import { loadFirstDeliveryAndTax } from '../delivery/delivery-and-tax-files.ts'
import { type PhotoImport, startPhotoImport } from '../media/import-photos.ts'
import { MODULES } from '../modules.ts'
import { backUpBeforeUpdate } from '../operations/backup/nightly-backup.ts'
import { checkClock } from '../operations/doctor/check-clock.ts'
import { createProcessMetrics, type Metrics } from '../operations/metrics.ts'
import { loadBuiltStorefront, type Storefront } from '../pages/storefront.ts'
import { createPayments } from '../payments/create-payments.ts'
import { measurePayments } from '../payments/gateway/measure-payments.ts'
import {
  type Database,
  noteRunningShop,
  type OpenOptions,
  openStore,
  requireOnlyShopOn,
  type Store,
} from '../platform/database/database.ts'
import { openingError } from '../platform/database/opening-error.ts'
import { isDatabaseUnavailable } from '../platform/database/unavailable.ts'
import { describeError } from '../platform/http/errors/error-log.ts'
import { closeDataDir, PHOTOS_FOLDER } from '../platform/lib/files.ts'
import { PROGRAM_VERSION } from '../platform/lib/program-version.ts'
import type { Job } from '../platform/module.ts'
import { inheritedSocket } from '../platform/process/inherited-socket.ts'
import { listeningError } from '../platform/process/require-free-port.ts'
import { openServiceManager } from '../platform/process/service-manager.ts'
import { adminUrlOf, opensOnlyHere, type Settings } from '../platform/settings/settings.ts'
import { applyTimeZone, getShopSettings, loadFirstSettings } from '../platform/settings/shop-settings.repository.ts'
import { CLOSE_GRACE_MS, closeShop } from './close-shop.ts'
import { syncDemoData } from './demo-data.ts'

export type RunOptions = {
  /** Set by `npm run dev`. */
  development: Development | null
  /** For tests. */
  limits?: Pick<AppOptions, 'maxDelay' | 'payments' | 'clock'> & Pick<OpenOptions, 'timeouts'>
}

/** Both applications from their sources. */
export type Development = {
  storefront: Storefront
  admin: AdminApp
  listen: (server: Server) => Promise<void>
  close: () => Promise<void>
}

/** Restarts in development are quick. */
const DEVELOPMENT_TIMEOUTS = { finish: 300, respond: 0 }

type StartOptions = RunOptions & { settings: Settings }

/** Opens the shop, listens, and closes on a signal; false after logging why it could not start. */
export async function startShop({ settings, development, limits = {} }: StartOptions): Promise<boolean> {
  const opened: { close: () => Promise<unknown> }[] = []
  let photos: PhotoImport | null = null
  let store: Store | null = null
  try {
    const logger = createLogger(settings)
    if (settings.apiUrl === null && !closeDataDir(settings.dataDir)) {
      console.warn(
        `Other users of this machine may read ${settings.dataDir}: it belongs to another user than the shop's.`,
      )
    }
    if (settings.apiUrl === null) await requireOnlyShopOn(settings, process.pid)
    const beforeUpdate = backUpBeforeUpdate(settings, (sentence) => console.info(sentence))
    const { timeouts, ...appLimits } = limits
    store = settings.apiUrl === null ? await openStore(settings, { beforeUpdate, ...(timeouts && { timeouts }) }) : null
    if (store !== null) opened.push(store)
    photos = store === null ? null : await fillStore(store.database, settings, logger)
    const draining = new AbortController()
    const metrics = createProcessMetrics()
    const app = await buildApp({
      settings,
      store,
      storefront: development?.storefront ?? (await loadBuiltStorefront()),
      admin: store === null ? null : (development?.admin ?? (await loadBuiltAdmin())),
      logger,
      photos,
      draining: draining.signal,
      metrics,
      ...appLimits,
    })
    opened.unshift(app)
    await development?.listen(app.server)
    const fd = inheritedSocket()
    await app
      .listen({ port: settings.port, host: settings.host, ...(fd === null ? {} : { fd }) })
      .catch((error: unknown) => {
        throw listeningError(error, settings.port)
      })
    const workers = store === null ? [] : [...startJobs(store.database, settings, { log: logger, metrics })]
    if (photos !== null) workers.push(photos)
    if (store !== null) workers.push(noteShop(app, settings))
    const manager = openServiceManager()
    closeWithGrace({ delay: CLOSE_GRACE_MS + settings.drainSeconds * 1000, logger: false }, async ({ err }) => {
      if (err) console.error(err)
      draining.abort()
      manager.close()
      if (err === undefined) await wait(settings.drainSeconds * 1000)
      if (err === undefined && fd !== null) await stopAccepting(app.server)
      await development?.close()
      await closeShop({ app, store, workers }, development === null ? undefined : DEVELOPMENT_TIMEOUTS)
    })
    const admin = store === null ? null : await greetOwner(store.database)
    console.info(greeting(app, settings, store, admin))
    manager.ready()
    return true
  } catch (error) {
    console.error(sentenceOf(store !== null && isDatabaseUnavailable(error) ? openingError(error, store.label) : error))
    process.exitCode = 1
    // It writes to the database.
    await photos?.close()
    // Open handles would keep the process alive.
    for (const part of opened) await part.close().catch(() => {})
    return false
  }
}

/** Requests on accepted connections may still arrive. */
const ARRIVAL_MS = 500

/** Leaves new connections to the next shop on the socket. HTTP's own close would end accepted ones unread. */
async function stopAccepting(server: Server): Promise<void> {
  NetServer.prototype.close.call(server)
  await wait(ARRIVAL_MS)
}

/** Records for other programs which shop uses a SQLite file. */
function noteShop(app: FastifyInstance, settings: Settings): Job {
  const program = { version: PROGRAM_VERSION, address: addressOf(app, settings) }
  const takeBack = noteRunningShop(settings, { ...program, pid: process.pid })
  return { close: async () => takeBack() }
}

async function fillStore(database: Database, settings: Settings, log: Logger): Promise<PhotoImport | null> {
  await loadFirstCatalog(database)
  await loadFirstDeliveryAndTax(database)
  await loadFirstPresentation(database)
  await loadFirstSettings(database)
  await applyTimeZone(database)
  for (const { severity, text, remedy } of await checkClock({ database, settings, clock: () => new Date() })) {
    log[severity === 'error' ? 'error' : 'warn']({ remedy }, text)
  }
  await syncDemoData(database, hasDemoData(settings, await getShopSettings(database)), new Date())
  return startPhotoImport({ database, folder: PHOTOS_FOLDER, log })
}

function startJobs(
  database: Database,
  settings: Settings,
  { log, metrics }: { log: Logger; metrics: Metrics },
): readonly Job[] {
  const gateway = createPayments(settings, (message) => log.warn(message))
  const payments = settings.gateways.length === 0 ? null : measurePayments(gateway, metrics.observeGateway)
  const context = { database, settings, clock: () => new Date(), log, payments, modules: MODULES }
  return MODULES.flatMap(({ jobs }) => jobs?.(context) ?? [])
}

/** Buffered: lines are written within a second and at exit. */
function createLogger(settings: Settings): Logger {
  const stream: DestinationStream = destination({ sync: false, minLength: 4096, periodicFlush: 1000 })
  // Lines never contain what a visitor sent.
  const serializers = { req: () => undefined, res: () => undefined, err: describeError }
  return pino({ level: settings.logLevel, base: null, serializers }, stream)
}

/** `path` is appended to the sentence. */
type OwnerGreeting = { sentence: string; path: string; isInvitation: boolean }

/** The admin's address, or a link that invites the first owner. */
async function greetOwner(database: Database): Promise<OwnerGreeting> {
  const invite = await inviteFirstOwner({ database, clock: () => new Date() })
  return invite === null
    ? { sentence: 'The admin is at', path: '/admin', isInvitation: false }
    : {
        sentence: 'The admin has no owner yet. The first person to open this link within 15 minutes becomes the owner:',
        path: invite.path,
        isInvitation: true,
      }
}

/** The demo password is public, so only a local shop has demo data. */
function hasDemoData(settings: Settings, shop: ShopSettings): boolean {
  return settings.demo && opensOnlyHere(settings, shop)
}

function demoLines(settings: Settings, shop: ShopSettings): string[] {
  if (!settings.demo) return []
  return hasDemoData(settings, shop)
    ? [
        `Demo data: sign in as ${DEMO_CUSTOMER.email} with the password ${DEMO_CUSTOMER.password}. It is removed once others can reach the shop, by HOST, PUBLIC_URL, TRUST_PROXY or the web address in the settings.`,
      ]
    : [
        'There is no demo data, since its password is published and others can reach the shop. HOST, PUBLIC_URL, TRUST_PROXY or the web address in the settings says so.',
      ]
}

function greeting(app: FastifyInstance, settings: Settings, store: Store | null, admin: OwnerGreeting | null): string {
  const address = addressOf(app, settings)
  const data =
    store === null
      ? `calls go to ${settings.apiUrl}`
      : `${store.label}, demo data ${hasDemoData(settings, app.shop()) ? 'on' : 'off'}`
  const lines = [`The shop is open at ${address} (${data})`]
  if (store !== null) lines.push(...demoLines(settings, app.shop()))
  const base = adminUrlOf(settings, app.shop(), address)
  if (admin !== null) lines.push(`${admin.sentence} ${base}${admin.path}`)
  if (admin?.isInvitation && isLoopbackUrl(base)) lines.push(LOCAL_LINK)
  return lines.join('\n')
}

function addressOf(app: FastifyInstance, settings: Settings): string {
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : settings.port
  const host = ['0.0.0.0', '::', '127.0.0.1'].includes(settings.host) ? 'localhost' : settings.host
  return `http://${host}:${port}`
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return 'The shop could not start.'
  const code = 'code' in error ? error.code : undefined
  return error instanceof AggregateError || error.message === ''
    ? `The shop could not start: ${String(code ?? error.name)}.`
    : `The shop could not start: ${error.message}`
}
