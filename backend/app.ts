import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { ShopSettings } from '@shop/contract/pages/shop'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { createPasswords, type PasswordCost } from './accounts/password-hash.ts'
import type { AdminContext } from './admin/access/admin-sessions.ts'
import { openAdmin } from './admin/access/open-admin.ts'
import { type AdminApp, adminPagesRoutes } from './admin/admin-pages.routes.ts'
import { reportFactorChange } from './admin/owners/factor-changes.ts'
import { readCloths } from './catalog/lines/change-colors.ts'
import { findPresentLine } from './catalog/lines/change-lines.ts'
import { hasCodeOn } from './discounts/discounts.repository.ts'
import { listBrokenTexts } from './mail/texts/mail-texts.repository.ts'
import { imagesRoutes } from './media/images.routes.ts'
import type { PhotoImport } from './media/import-photos.ts'
import { openMediaStore } from './media/store/media-store.ts'
import { ADMIN_GROUPS, MODULES, UNDO_RULES } from './modules.ts'
import { findOpeningProblems } from './operations/doctor/check-opening.ts'
import { healthRoutes } from './operations/health.routes.ts'
import { addGauge, createMetrics, type Metrics, metricsRoutes, processGauges } from './operations/metrics.ts'
import { fetchFor, normalizeUrl, type PageOptions, pagesRoutes, serveBuiltFiles } from './pages/pages.routes.ts'
import { previewRoutes } from './pages/previews.admin-routes.ts'
import { searchEnginesRoutes } from './pages/search-engines.routes.ts'
import { loadShown, readShown } from './pages/shown-shop.ts'
import type { Storefront } from './pages/storefront.ts'
import { createPayments } from './payments/create-payments.ts'
import { measurePayments } from './payments/gateway/measure-payments.ts'
import type { Payments } from './payments/gateway/payments.ts'
import { hasPayments } from './payments/ledger/payments.repository.ts'
import { type CatalogVersion, watchCatalogVersion } from './platform/database/catalog-version/catalog-version.ts'
import type { Store } from './platform/database/database.ts'
import { handleClientError } from './platform/http/errors/client-error.ts'
import { createErrorLog, describeError, type ErrorLog } from './platform/http/errors/error-log.ts'
import { sendError } from './platform/http/errors/error-response.ts'
import { toAppError } from './platform/http/errors/to-app-error.ts'
import { cleanForwardedFor } from './platform/http/forwarded-for.ts'
import { CONNECTION_LIMITS, type ConnectionLimits, createHttpServer } from './platform/http/http-server.ts'
import { allowOwnPages } from './platform/http/plugins/cross-origin.ts'
import { handleErrors } from './platform/http/plugins/error-handler.ts'
import { serveApiDocs } from './platform/http/plugins/openapi.ts'
import { BODY_LIMIT_BYTES, limitRequests } from './platform/http/plugins/rate-limit.ts'
import {
  drainRejectedBodies,
  rejectMalformedRequests,
  rejectNullBytes,
} from './platform/http/plugins/request-guards.ts'
import { logRequests, returnRequestId } from './platform/http/plugins/request-log.ts'
import { securityHeaders, setSecurityHeaders } from './platform/http/plugins/security-headers.ts'
import { MAX_DELAY_MS, shedLoad } from './platform/http/plugins/under-pressure.ts'
import { createRateLimiter } from './platform/http/rate-limits/rate-limiter.ts'
import { createCacheLog } from './platform/http/response-cache/cache-log.ts'
import { createResponseCache, type ResponseCache } from './platform/http/response-cache/response-cache.ts'
import { guardAdmin } from './platform/http/secure-access.ts'
import { localDay } from './platform/lib/days/local-day.ts'
import { requestIdOf } from './platform/lib/request-id.ts'
import { fixedSettings, followSettings } from './platform/settings/current-settings.ts'
import { setLinkBase } from './platform/settings/link-base.ts'
import { isTestShop, publicUrlOf, type Settings } from './platform/settings/settings.ts'
import { loadShopConfig } from './platform/settings/shop-config.ts'
import { applyTimeZone } from './platform/settings/shop-settings.repository.ts'
import { forgetAddress } from './waitlist/forget-waiting.ts'

/** With API_URL the catalog's version is unknown, so cached pages expire by time. In milliseconds. */
const PAGE_LIFETIME = 30_000

/** More changes than the catalog sees. */
const MAX_CHANGES = 100_000_000

/** The version of responses: prices change with the day as well, since sales begin and end at midnight. */
function versionOn(time: Date, catalogVersion: number): number {
  return Number(localDay(time).replaceAll('-', '')) * MAX_CHANGES + catalogVersion
}

export type AppOptions = {
  settings: Settings
  /** `null` with API_URL: only pages are served. The app closes it. */
  store: Store | null
  /** `null`: only calls and pictures, no pages. */
  storefront: Storefront | null
  /** `null`: no pages of the admin, only its calls. */
  admin?: AdminApp | null
  clock?: () => Date
  /** The import of pictures that is still running. */
  photos?: Pick<PhotoImport, 'importNow'> | null
  payments?: Payments
  /** Cost of a password hash; tests use a cheap one. */
  passwordCost?: PasswordCost
  /** Delays a rate-limited attempt, in milliseconds; tests replace it. */
  wait?: (ms: number) => Promise<unknown>
  logger?: FastifyBaseLogger
  /** Event loop delay in milliseconds from which load is shed; tests on a busy machine allow more. */
  maxDelay?: number
  connections?: ConnectionLimits
  /** Aborted when shutdown begins: `/readyz` then responds 503, so balancers send new visitors elsewhere. */
  draining?: AbortSignal
  /** Includes the measurements of the process when nothing else runs in it. */
  metrics?: Metrics
  /** Opened by the caller, who knows of changes that the app does not make. The app closes it. */
  catalogVersion?: CatalogVersion
  errorLog?: ErrorLog
}

/** Builds the whole backend, ready to listen or for `inject`. Used by production and tests alike. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { settings, store, storefront } = options
  setLinkBase(settings)
  const clock = options.clock ?? (() => new Date())
  const catalogVersion = options.catalogVersion ?? (store && (await followCatalog(store)))
  const shopSettings = await openSettings(options, catalogVersion, clock)
  const errorLog = options.errorLog ?? createErrorLog()
  const metrics = options.metrics ?? createMetrics()
  const cacheLog = createCacheLog(() => app.log, metrics.countCached)
  const responseCache = createResponseCache({
    version: () =>
      catalogVersion ? versionOn(clock(), catalogVersion.current) : Math.floor(clock().getTime() / PAGE_LIFETIME),
    clock,
    onServed: cacheLog.count,
    onFailure: (error) =>
      errorLog.report(app.log, {}, describeError(error), 'rendering failed; a stale response was served'),
  })
  const secured = { ...settings, publicUrl: publicUrlOf(settings, shopSettings.last) }
  const headers = securityHeaders(secured, storefront?.development === true)
  const app = createFastify(options, responseCache, { headers, shop: () => shopSettings.last })
  // Close keep-alive connections while shutting down.
  app.addHook('onSend', async (_request, reply) => {
    if (!app.server.listening) reply.header('connection', 'close')
  })
  app.addHook('onClose', async () => {
    cacheLog.close()
    errorLog.close()
    await catalogVersion?.close()
    await store?.close()
  })

  await addPlugins(app, options, { headers, errorLog, metrics })
  healthRoutes(app, {
    database: store?.database ?? null,
    location: settings,
    draining: options.draining ?? new AbortController().signal,
  })
  metricsRoutes(app, metrics, settings)
  if (store && catalogVersion) {
    const shop = { store, catalogVersion, clock, shopSettings, responseCache, errorLog, metrics }
    await addModules(app, options, shop)
  }
  if (options.admin) await adminPagesRoutes(app, options.admin)
  if (storefront) {
    const findLine = async (name: string) => store && findPresentLine(store.database, name)
    const pages = {
      ...{ settings, shopSettings, responseCache, storefront, clock, errorLog, findPresentLine: findLine },
      readCloths: async () => (store ? readCloths(store.database) : ''),
    }
    await addPages(app, pages)
  }
  return app
}

/** The settings of the shop: those of the database, or without one those of the configuration. */
async function openSettings(
  { settings, store }: AppOptions,
  catalogVersion: CatalogVersion | null,
  clock: () => Date,
): Promise<ShopParts['shopSettings']> {
  if (!store || !catalogVersion) return fixedSettings(await loadShopConfig(), await loadShown())
  return followSettings(store.database, catalogVersion, {
    readShown,
    hasCodes: (database) => hasCodeOn(database, localDay(clock())),
    isTestShop: isTestShop(settings),
  })
}

type ShopParts = Pick<AdminContext, 'catalogVersion' | 'clock' | 'shopSettings' | 'responseCache' | 'errorLog'> & {
  store: Store
  metrics: Metrics
}

/** Adds the routes and gauges of the modules, and the pictures. */
async function addModules(app: FastifyInstance, options: AppOptions, shop: ShopParts): Promise<void> {
  const { settings } = options
  const { store, catalogVersion, clock, shopSettings, responseCache, metrics } = shop
  const { database } = store
  const media = openMediaStore({
    database,
    folder: join(settings.dataDir, 'images'),
    version: () => catalogVersion.products,
    ...(options.photos ? { importPhoto: options.photos.importNow } : {}),
  })
  for (const mail_text of await listBrokenTexts(database)) app.log.warn({ mail_text }, BROKEN_TEXT)
  const gauges = [
    ...processGauges({ store, catalogVersion, responseCache }),
    ...MODULES.flatMap((module) => module.gauges?.({ database, settings, clock }) ?? []),
  ]
  for (const gauge of gauges) addGauge(metrics.registry, gauge)
  await serveApiDocs(app, { settings, shopSettings, responseCache, adminGroups: ADMIN_GROUPS })
  await imagesRoutes(app, media, settings.dataDir)
  const context = await createContext(app, options, { ...shop, media })
  for (const { routes = [] } of MODULES) for (const addRoutes of routes) addRoutes(app, context)
  for (const { adminRoutes = [] } of MODULES) for (const addRoutes of adminRoutes) addRoutes(app, context)
  previewRoutes(app, context, { storefront: options.storefront, send: fetchFor(app, settings) })
}

/** Makes what the modules' routes work with. */
async function createContext(
  app: FastifyInstance,
  options: AppOptions,
  { store, metrics, ...shop }: ShopParts & Pick<AdminContext, 'media'>,
): Promise<AdminContext> {
  const { settings } = options
  const { clock, errorLog } = shop
  const { database } = store
  const pause = options.wait ?? wait
  const passwords = createPasswords(options.passwordCost)
  const admin = await openAdmin({
    database,
    settings,
    passwords,
    shopName: () => app.shop().name,
    clock,
    onFailure: (code) => errorLog.report(app.log, {}, { name: 'APIError', code }, 'sign-in to the admin failed'),
    onOtherSecret: () => app.log.warn(OTHER_SECRET),
  })
  return {
    ...shop,
    settings,
    database,
    payments: measurePayments(
      options.payments ?? createPayments(settings, (message) => app.log.warn(message)),
      metrics.observeGateway,
    ),
    wait: pause,
    modules: MODULES,
    passwords,
    rateLimiter: createRateLimiter({ database, clock, wait: pause, log: () => app.log }),
    hasPayments: () => hasPayments(database),
    findOpeningProblems: () => findOpeningProblems({ database, settings, clock }),
    forgetWaiting: forgetAddress,
    undoRules: UNDO_RULES,
    reportFactorChange: (...change) => reportFactorChange({ database, settings, clock }, ...change),
    ...admin,
  }
}

/** The catalog's version; the days of this process are those of the shop's time zone, which bumps it. */
export function followCatalog(store: Store): Promise<CatalogVersion> {
  return watchCatalogVersion(store, () => applyTimeZone(store.database))
}

const BROKEN_TEXT = 'an edited email template does not fit this version of the shop; the default text is sent'

const OTHER_SECRET =
  'the secret of the admin is another than before: sessions ended, and code apps have to be set up again'

function createFastify(
  { settings, logger, connections = CONNECTION_LIMITS }: AppOptions,
  responseCache: ResponseCache,
  { headers, shop }: { headers: Readonly<Record<string, string>>; shop: () => ShopSettings },
): FastifyInstance {
  const app: FastifyInstance = Fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    genReqId: requestIdOf,
    rewriteUrl: (request) => {
      cleanForwardedFor(request)
      return normalizeUrl(request.url ?? '/')
    },
    trustProxy: settings.trustProxy.length > 0 && settings.trustProxy,
    serverFactory: (handler) => createHttpServer(handler, { responseCache, limits: connections, log: () => app.log }),
    frameworkErrors: (error, _request, reply) => {
      sendError(reply.headers(headers), toAppError(error))
    },
    clientErrorHandler: (error, socket) => handleClientError(error, socket, { headers, log: app.log, shop: shop() }),
  })
  app.decorate('shop', shop)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  // Only JSON is accepted; without this, text would reach the routes and fail validation with a misleading message.
  app.removeContentTypeParser('text/plain')
  return app
}

async function addPlugins(
  app: FastifyInstance,
  { settings, maxDelay }: AppOptions,
  { headers, errorLog, metrics }: { headers: Readonly<Record<string, string>>; errorLog: ErrorLog; metrics: Metrics },
): Promise<void> {
  // First, so every rejected request has the security headers too.
  setSecurityHeaders(app, headers)
  guardAdmin(app)
  allowOwnPages(app, settings)
  handleErrors(app, errorLog)
  logRequests(app, metrics.observeRequest)
  returnRequestId(app)
  drainRejectedBodies(app)
  rejectMalformedRequests(app)
  rejectNullBytes(app)
  await shedLoad(app, maxDelay ?? MAX_DELAY_MS)
  await limitRequests(app)
}

async function addPages(app: FastifyInstance, options: PageOptions): Promise<void> {
  const { settings, responseCache, storefront } = options
  if (storefront.files !== null) await serveBuiltFiles(app, storefront.files)
  searchEnginesRoutes(app, options, responseCache, fetchFor(app, settings), storefront.sitemapPaths)
  pagesRoutes(app, options)
}
