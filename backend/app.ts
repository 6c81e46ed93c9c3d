import { createServer, type RequestListener, type Server } from 'node:http'
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
import { imagesRoutes } from './images/images.routes.ts'
import { openPhotoShelf, type PhotoShelf } from './images/photo-shelf.ts'
import { ordersRoutes } from './orders/orders.routes.ts'
import { serveBuiltFiles } from './pages/built-files.ts'
import { createKept, type Kept } from './pages/kept.ts'
import { fetchFor, pagesRoutes } from './pages/pages.routes.ts'
import { readableAddress } from './pages/readable-address.ts'
import { searchEnginesRoutes } from './pages/search-engines.routes.ts'
import type { Storefront } from './pages/storefront.ts'
import { paymentsRoutes } from './payments/payments.routes.ts'
import { createPayments, type Payments } from './payments/payments.ts'
import { allowOwnPages } from './plugins/cross-origin.ts'
import { handleErrors, refusalOf, sendRefusal } from './plugins/errors.ts'
import { BODY_LIMIT, limitRequests } from './plugins/limits.ts'
import { serveApiDocs } from './plugins/openapi.ts'
import { refuseNul } from './plugins/plain-text.ts'
import { MAX_DELAY, shedLoad } from './plugins/pressure.ts'
import { logKeptAnswers, logRequests } from './plugins/request-log.ts'
import { setSecurityHeaders } from './plugins/security-headers.ts'
import { createRateLimiter } from './rate-limits/rate-limiter.ts'
import type { Settings } from './settings.ts'
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
}

/** The whole backend, ready to listen or to be asked in process. Production and tests build this one. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { settings, store, storefront, logger } = options
  const clock = options.clock ?? (() => new Date())
  const catalogVersion = store && (await followCatalogVersion(store))
  const keptLog = logKeptAnswers(() => app.log)
  const kept = createKept({
    version: () => catalogVersion?.current ?? Math.floor(clock().getTime() / PAGE_LIFETIME),
    clock,
    onServed: keptLog.count,
  })
  const app = createFastify(settings, logger, kept)
  // A connection that is kept would keep a shop that is told to end.
  app.addHook('onSend', async (_request, reply) => {
    if (!app.server.listening) reply.header('connection', 'close')
  })
  app.addHook('onClose', async () => {
    keptLog.close()
    await catalogVersion?.close()
    await store?.close()
  })

  await addPlugins(app, options)
  if (store && catalogVersion) {
    const photos = options.photos ?? openPhotoShelf()
    const payments = options.payments ?? createPayments(settings)
    const { database } = store
    const passwords = createPasswords(options.passwordCost)
    const rateLimiter = createRateLimiter({ database, clock, wait: options.wait ?? wait, log: () => app.log })
    await serveApiDocs(app, settings)
    await imagesRoutes(app, photos, settings.dataDir)
    for (const addRoutes of NOUNS)
      addRoutes(app, { settings, database, clock, photos, payments, passwords, rateLimiter, catalogVersion, kept })
  }
  if (storefront) await addPages(app, settings, kept, storefront)
  return app
}

function createFastify(settings: Settings, logger: FastifyBaseLogger | undefined, kept: Kept): FastifyInstance {
  const app = Fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    rewriteUrl: ({ url }) => readableAddress(url ?? '/'),
    trustProxy: trustOf(settings.trustProxy),
    serverFactory: (handler) => createShopServer(handler, kept),
    frameworkErrors: (error, _request, reply) => {
      sendRefusal(reply, refusalOf(error))
    },
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  // Only JSON is understood; without this, text would reach the routes and be called a wrong body.
  app.removeContentTypeParser('text/plain')
  return app
}

/** A number trusts that many proxies, counted from this server outwards. */
function trustOf(proxies: Settings['trustProxy']): boolean | string | ((address: string, hop: number) => boolean) {
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxies
}

/** A plain Node server that gives kept answers by itself and asks Fastify for the rest. */
function createShopServer(handler: RequestListener, kept: Kept): Server {
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 15_000, keepAliveTimeout: 72_000 })
  server.on('request', (request, response) => {
    // Once closing, Fastify tells connections to end.
    if (!server.listening || !kept.serve(request, response)) handler(request, response)
  })
  return server
}

async function addPlugins(app: FastifyInstance, { settings, storefront, maxDelay }: AppOptions): Promise<void> {
  handleErrors(app)
  logRequests(app)
  refuseNul(app)
  await shedLoad(app, maxDelay ?? MAX_DELAY)
  await setSecurityHeaders(app, settings, storefront?.development === true)
  await limitRequests(app)
  allowOwnPages(app, settings)
}

async function addPages(app: FastifyInstance, settings: Settings, kept: Kept, storefront: Storefront): Promise<void> {
  await storefront.attach?.(app)
  if (storefront.files !== null) await serveBuiltFiles(app, storefront.files)
  searchEnginesRoutes(app, settings, kept, fetchFor(app, settings))
  pagesRoutes(app, settings, kept, storefront)
}
