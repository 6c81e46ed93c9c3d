import { setTimeout as wait } from 'node:timers/promises'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { accountsRoutes } from './accounts/accounts.routes.ts'
import { createPasswords, type PasswordCost } from './accounts/password-hash.ts'
import { cartRoutes } from './cart/cart.routes.ts'
import { catalogRoutes } from './catalog/catalog.routes.ts'
import { followCatalogVersion } from './catalog/catalog-version.ts'
import { checkoutRoutes } from './checkout/checkout.routes.ts'
import { contactRoutes } from './contact/contact.routes.ts'
import type { Context } from './context.ts'
import type { Store } from './database/database.ts'
import { healthRoutes } from './health/health.routes.ts'
import { imagesRoutes } from './images/images.routes.ts'
import { openPhotoShelf, type PhotoShelf } from './images/photo-shelf.ts'
import { photoRecords } from './images/record-photos.ts'
import { metricsRoutes } from './metrics/metrics.routes.ts'
import { createMetrics, type Metrics } from './metrics/metrics.ts'
import { addShopGauges } from './metrics/shop-gauges.ts'
import { ordersRoutes } from './orders/orders.routes.ts'
import { serveBuiltFiles } from './pages/built-files.ts'
import { createKept, type Kept } from './pages/kept.ts'
import { fetchFor, pagesRoutes } from './pages/pages.routes.ts'
import { readableAddress } from './pages/readable-address.ts'
import { searchEnginesRoutes } from './pages/search-engines.routes.ts'
import type { Storefront } from './pages/storefront.ts'
import { paymentsRoutes } from './payments/payments.routes.ts'
import { createPayments, type Payments } from './payments/payments.ts'
import { answerClientError, refuseOddRequests } from './plugins/client-errors.ts'
import { allowOwnPages } from './plugins/cross-origin.ts'
import { createErrorLog, type ErrorLog } from './plugins/error-log.ts'
import { describeError, handleErrors, refusalOf, sendRefusal } from './plugins/errors.ts'
import { BODY_LIMIT, limitRequests } from './plugins/limits.ts'
import { serveApiDocs } from './plugins/openapi.ts'
import { refuseNul } from './plugins/plain-text.ts'
import { MAX_DELAY, shedLoad } from './plugins/pressure.ts'
import { requestIdOf, returnRequestId } from './plugins/request-id.ts'
import { logKeptAnswers, logRequests } from './plugins/request-log.ts'
import { securityHeaders, setSecurityHeaders } from './plugins/security-headers.ts'
import { createRateLimiter } from './rate-limits/rate-limiter.ts'
import type { Settings } from './settings.ts'
import { CONNECTION_LIMITS, type ConnectionLimits, createShopServer } from './shop-server.ts'
import { visitsRoutes } from './visits/visits.routes.ts'

/** Every noun with calls of its own. A new one is a folder with `<noun>.routes.ts` and a line here. */
const NOUNS: readonly ((app: FastifyInstance, context: Context) => void)[] = [
  catalogRoutes,
  cartRoutes,
  checkoutRoutes,
  paymentsRoutes,
  accountsRoutes,
  ordersRoutes,
  contactRoutes,
  visitsRoutes,
]

/** With API_URL another backend answers the calls, so pages are all that is kept and they go stale by time. */
const PAGE_LIFETIME = 30_000

export type AppOptions = {
  settings: Settings
  /** `null` with API_URL: only pages are served. Closed together with the app. */
  store: Store | null
  /** `null`: no pages, only calls and pictures. */
  storefront: Storefront | null
  clock?: () => Date
  photos?: PhotoShelf
  payments?: Payments
  /** What a password's hash costs; tests take a cheap one. */
  passwordCost?: PasswordCost
  /** Waits so many milliseconds before an attempt that comes too often; tests do not. */
  wait?: (ms: number) => Promise<unknown>
  logger?: FastifyBaseLogger
  /** Milliseconds behind from which load is shed; tests on a busy machine are more patient. */
  maxDelay?: number
  connections?: ConnectionLimits
  /** Aborted when the shop is told to end: balancers then send new visitors elsewhere. */
  draining?: AbortSignal
  /** With the measurements of the process among them where the app has one to itself. */
  metrics?: Metrics
}

/** The whole backend, ready to listen or to be asked in process. Production and tests build this one. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { settings, store, storefront } = options
  const clock = options.clock ?? (() => new Date())
  const catalogVersion = store && (await followCatalogVersion(store))
  const errorLog = createErrorLog()
  const metrics = options.metrics ?? createMetrics()
  const keptLog = logKeptAnswers(() => app.log, metrics.countCached)
  const kept = createKept({
    version: () => catalogVersion?.current ?? Math.floor(clock().getTime() / PAGE_LIFETIME),
    clock,
    onServed: keptLog.count,
    onFailure: (error) => errorLog.report(app.log, {}, describeError(error), 'an older answer stands in for a new one'),
  })
  const headers = securityHeaders(settings, storefront?.development === true)
  const app = createFastify(options, kept, headers)
  // A connection that is kept would keep a shop that is told to end.
  app.addHook('onSend', async (_request, reply) => {
    if (!app.server.listening) reply.header('connection', 'close')
  })
  app.addHook('onClose', async () => {
    keptLog.close()
    errorLog.close()
    await catalogVersion?.close()
    await store?.close()
  })

  await addPlugins(app, options, { headers, errorLog, metrics })
  healthRoutes(app, {
    database: store?.database ?? null,
    draining: options.draining ?? new AbortController().signal,
  })
  metricsRoutes(app, metrics, settings)
  if (store && catalogVersion) {
    const photos = options.photos ?? openPhotoShelf(undefined, photoRecords(store.database))
    const payments = options.payments ?? createPayments(settings)
    const { database } = store
    addShopGauges(metrics.registry, { store, catalogVersion, cacheBytes: () => kept.bytes })
    const passwords = createPasswords(options.passwordCost)
    const rateLimiter = createRateLimiter({ database, clock, wait: options.wait ?? wait, log: () => app.log })
    await serveApiDocs(app, settings)
    await imagesRoutes(app, photos, settings.dataDir)
    for (const addRoutes of NOUNS)
      addRoutes(app, { settings, database, clock, photos, payments, passwords, rateLimiter, catalogVersion, kept })
  }
  if (storefront) await addPages(app, { settings, kept, storefront, clock, errorLog })
  return app
}

function createFastify(
  { settings, logger, connections = CONNECTION_LIMITS }: AppOptions,
  kept: Kept,
  headers: Readonly<Record<string, string>>,
): FastifyInstance {
  const app: FastifyInstance = Fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    genReqId: requestIdOf,
    rewriteUrl: ({ url }) => readableAddress(url ?? '/'),
    trustProxy: settings.trustProxy.length > 0 && settings.trustProxy,
    serverFactory: (handler) => createShopServer(handler, { kept, limits: connections, log: () => app.log }),
    frameworkErrors: (error, _request, reply) => {
      sendRefusal(reply.headers(headers), refusalOf(error))
    },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, { headers, log: app.log }),
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  // Only JSON is understood; without this, text would reach the routes and be called a wrong body.
  app.removeContentTypeParser('text/plain')
  return app
}

async function addPlugins(
  app: FastifyInstance,
  { settings, maxDelay }: AppOptions,
  { headers, errorLog, metrics }: { headers: Readonly<Record<string, string>>; errorLog: ErrorLog; metrics: Metrics },
): Promise<void> {
  // First, so that whatever refuses a request does it with them.
  setSecurityHeaders(app, headers)
  allowOwnPages(app, settings)
  handleErrors(app, errorLog)
  logRequests(app, metrics.observeRequest)
  returnRequestId(app)
  refuseOddRequests(app)
  refuseNul(app)
  await shedLoad(app, maxDelay ?? MAX_DELAY)
  await limitRequests(app)
}

type PageOptions = {
  settings: Settings
  kept: Kept
  storefront: Storefront
  clock: () => Date
  errorLog: ErrorLog
}

async function addPages(app: FastifyInstance, options: PageOptions): Promise<void> {
  const { settings, kept, storefront } = options
  await storefront.attach?.(app)
  if (storefront.files !== null) await serveBuiltFiles(app, storefront.files)
  searchEnginesRoutes(app, settings, kept, fetchFor(app, settings), storefront.sitemapPaths)
  pagesRoutes(app, options)
}
