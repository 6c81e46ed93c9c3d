import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { ShopSettings } from '@shop/contract/shop'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { accountsRoutes, ownAccountRoutes } from './accounts/accounts.routes.ts'
import { createPasswords, type PasswordCost } from './accounts/password-hash.ts'
import { accountRoutes } from './admin/account.routes.ts'
import { type AdminApp, adminPagesRoutes } from './admin/admin-pages.routes.ts'
import type { AdminContext } from './admin/admin-sessions.ts'
import { auditAdminRoutes } from './admin/audit/audit.admin-routes.ts'
import { openAdmin } from './admin/open-admin.ts'
import { reportFactorChange } from './admin/owners/factor-changes.ts'
import { linksRoutes } from './admin/owners/links.routes.ts'
import { ownersAdminRoutes } from './admin/owners/owners.admin-routes.ts'
import { guardAdmin } from './admin/secure-access.ts'
import { signInRoutes } from './admin/sign-in.routes.ts'
import { booksAdminRoutes } from './books/books.admin-routes.ts'
import { catalogAdminRoutes, salesAdminRoutes } from './catalog/catalog.admin-routes.ts'
import { catalogRoutes } from './catalog/catalog.routes.ts'
import { readCloths } from './catalog/change-colors.ts'
import { findPresentLine } from './catalog/change-lines.ts'
import { colorsAdminRoutes } from './catalog/colors.admin-routes.ts'
import { googleFeedRoutes } from './catalog/google-feed.routes.ts'
import { linesAdminRoutes } from './catalog/lines.admin-routes.ts'
import { mediaAdminRoutes } from './catalog/media.admin-routes.ts'
import { plannedAdminRoutes } from './catalog/planned/planned.admin-routes.ts'
import { cartRoutes } from './checkout/cart/cart.routes.ts'
import { checkoutAdminRoutes } from './checkout/checkout.admin-routes.ts'
import { checkoutRoutes } from './checkout/checkout.routes.ts'
import { disputesAdminRoutes } from './checkout/payment-tasks/disputes.admin-routes.ts'
import { paymentTasksAdminRoutes } from './checkout/payment-tasks/payment-tasks.admin-routes.ts'
import { createPayments } from './checkout/payments/create-payments.ts'
import { measurePayments } from './checkout/payments/measure-payments.ts'
import { paymentsRoutes } from './checkout/payments/payments.routes.ts'
import type { Payments } from './checkout/payments/payments.ts'
import { placingRoutes } from './checkout/placing/placing.routes.ts'
import { webhooksRoutes } from './checkout/placing/webhooks.routes.ts'
import { salesTaxAdminRoutes } from './checkout/sales-tax.admin-routes.ts'
import { contactAdminRoutes } from './contact/contact.admin-routes.ts'
import { contactRoutes } from './contact/contact.routes.ts'
import type { Context } from './context.ts'
import { type CatalogVersion, watchCatalogVersion } from './database/catalog-version/catalog-version.ts'
import type { Store } from './database/database.ts'
import { discountsAdminRoutes } from './discounts/discounts.admin-routes.ts'
import { hasCodeOn } from './discounts/discounts.repository.ts'
import { handleClientError } from './http/errors/client-error.ts'
import { createErrorLog, describeError, type ErrorLog } from './http/errors/error-log.ts'
import { sendError } from './http/errors/error-response.ts'
import { toAppError } from './http/errors/to-app-error.ts'
import { cleanForwardedFor } from './http/forwarded-for.ts'
import { type ConnectionLimits, connectionLimits, createHttpServer } from './http/http-server.ts'
import { allowOwnPages } from './http/plugins/cross-origin.ts'
import { handleErrors } from './http/plugins/error-handler.ts'
import { serveApiDocs } from './http/plugins/openapi.ts'
import { BODY_LIMIT, limitRequests } from './http/plugins/rate-limit.ts'
import {
  drainRejectedBodies,
  limitJsonBodies,
  rejectMalformedRequests,
  rejectNullBytes,
} from './http/plugins/request-guards.ts'
import { logRequests, returnRequestId } from './http/plugins/request-log.ts'
import { securityHeaders, setSecurityHeaders } from './http/plugins/security-headers.ts'
import { MAX_DELAY, shedLoad } from './http/plugins/under-pressure.ts'
import { createRateLimiter } from './http/rate-limits/rate-limiter.ts'
import { createCacheLog } from './http/response-cache/cache-log.ts'
import { createResponseCache, type ResponseCache } from './http/response-cache/response-cache.ts'
import { localDay } from './lib/local-day.ts'
import { requestIdOf } from './lib/request-id.ts'
import { mailAdminRoutes } from './mail/mail.admin-routes.ts'
import { listBrokenTexts } from './mail/texts/mail-texts.repository.ts'
import { mailTextsAdminRoutes } from './mail-texts/mail-texts.admin-routes.ts'
import { imagesRoutes } from './media/images.routes.ts'
import type { PhotoImport } from './media/import-photos.ts'
import { openMediaStore } from './media/media-store.ts'
import { backupAdminRoutes } from './operations/backup/backup.admin-routes.ts'
import { findOpeningProblems } from './operations/doctor/check-opening.ts'
import { healthRoutes } from './operations/health.routes.ts'
import { addShopGauges, createMetrics, type Metrics, metricsRoutes } from './operations/metrics.ts'
import { addPaymentGauges } from './operations/payment-metrics.ts'
import { todayAdminRoutes } from './operations/today.admin-routes.ts'
import { customersAdminRoutes } from './orders/customers/customers.admin-routes.ts'
import { delayedOrdersRoutes } from './orders/delayed-orders.routes.ts'
import { ordersAdminRoutes } from './orders/orders.admin-routes.ts'
import { ordersRoutes } from './orders/orders.routes.ts'
import { payLinksAdminRoutes } from './orders/pay-links.admin-routes.ts'
import { returnsAdminRoutes } from './orders/returns.admin-routes.ts'
import { returnsRoutes } from './orders/returns.routes.ts'
import { shippingAdminRoutes } from './orders/shipping.admin-routes.ts'
import { pageTextsAdminRoutes } from './page-texts/page-texts.admin-routes.ts'
import { fetchFor, normalizeUrl, type PageOptions, pagesRoutes, serveBuiltFiles } from './pages/pages.routes.ts'
import { previewRoutes } from './pages/previews.admin-routes.ts'
import { searchEnginesRoutes } from './pages/search-engines.routes.ts'
import { loadShown, readShown } from './pages/shown-shop.ts'
import type { Storefront } from './pages/storefront.ts'
import { setLinkBase } from './settings/link-base.ts'
import { isTestShop, publicUrlOf, type Settings } from './settings/settings.ts'
import { fixedSettings, followSettings } from './settings/shop/current-settings.ts'
import { settingsAdminRoutes } from './settings/shop/settings.admin-routes.ts'
import { applyTimeZone } from './settings/shop/shop-settings.repository.ts'
import { loadShopConfig } from './settings/shop-config.ts'
import { UNDO_RULES } from './undo-rules.ts'
import { demandAdminRoutes, visitsAdminRoutes } from './visits/visits.admin-routes.ts'
import { demandRoutes, visitsRoutes } from './visits/visits.routes.ts'
import { waitlistAdminRoutes } from './waitlist/waitlist.admin-routes.ts'
import { waitlistRoutes } from './waitlist/waitlist.routes.ts'

/** Every noun with calls. To add one, make a folder with `<noun>.routes.ts` and add a line here. */
const NOUNS: readonly ((app: FastifyInstance, context: Context) => void)[] = [
  catalogRoutes,
  googleFeedRoutes,
  cartRoutes,
  checkoutRoutes,
  paymentsRoutes,
  placingRoutes,
  webhooksRoutes,
  accountsRoutes,
  ownAccountRoutes,
  ordersRoutes,
  returnsRoutes,
  delayedOrdersRoutes,
  contactRoutes,
  waitlistRoutes,
  visitsRoutes,
  demandRoutes,
]

/** Every noun with calls of the admin: a file `<noun>.admin-routes.ts` and a line here. */
const ADMIN_NOUNS: readonly ((app: FastifyInstance, context: AdminContext) => void)[] = [
  linksRoutes,
  signInRoutes,
  accountRoutes,
  contactAdminRoutes,
  ordersAdminRoutes,
  shippingAdminRoutes,
  payLinksAdminRoutes,
  returnsAdminRoutes,
  customersAdminRoutes,
  mailAdminRoutes,
  mailTextsAdminRoutes,
  discountsAdminRoutes,
  pageTextsAdminRoutes,
  settingsAdminRoutes,
  ownersAdminRoutes,
  todayAdminRoutes,
  paymentTasksAdminRoutes,
  disputesAdminRoutes,
  booksAdminRoutes,
  auditAdminRoutes,
  catalogAdminRoutes,
  linesAdminRoutes,
  colorsAdminRoutes,
  salesAdminRoutes,
  plannedAdminRoutes,
  mediaAdminRoutes,
  checkoutAdminRoutes,
  salesTaxAdminRoutes,
  visitsAdminRoutes,
  demandAdminRoutes,
  waitlistAdminRoutes,
  backupAdminRoutes,
]

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
  /** Aborted when shutdown begins: `/readyz` then responds 503, so that balancers send new visitors elsewhere. */
  draining?: AbortSignal
  /** Includes the measurements of the process when the app is alone in it. */
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
  const shopSettings =
    store && catalogVersion
      ? await followSettings(store.database, catalogVersion, {
          readShown,
          hasCodes: (database) => hasCodeOn(database, localDay(clock())),
          isTestShop: isTestShop(settings),
        })
      : fixedSettings(await loadShopConfig(), await loadShown())
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
    const media = openMediaStore({
      database: store.database,
      folder: join(settings.dataDir, 'images'),
      version: () => catalogVersion.products,
      ...(options.photos ? { importPhoto: options.photos.importNow } : {}),
    })
    const payments = measurePayments(
      options.payments ?? createPayments(settings, (message) => app.log.warn(message)),
      metrics.observeGateway,
    )
    addPaymentGauges(metrics.registry, store.database, clock)
    const { database } = store
    for (const mail_text of await listBrokenTexts(database)) app.log.warn({ mail_text }, BROKEN_TEXT)
    addShopGauges(metrics.registry, { settings, store, catalogVersion, cacheBytes: () => responseCache.bytes, clock })
    const passwords = createPasswords(options.passwordCost)
    const rateLimiter = createRateLimiter({
      database,
      clock,
      wait: options.wait ?? wait,
      log: () => app.log,
      processes: settings.workers,
    })
    await serveApiDocs(app, settings, shopSettings, responseCache)
    await imagesRoutes(app, media, settings.dataDir)
    const onFailure = (code: string | null) =>
      errorLog.report(app.log, {}, { name: 'APIError', code }, 'sign-in to the admin failed')
    const onOtherSecret = () =>
      app.log.warn(
        'the secret of the admin is another than before: sessions ended, and code apps have to be set up again',
      )
    const context: AdminContext = {
      settings,
      shopSettings,
      database,
      clock,
      media,
      payments,
      wait: options.wait ?? wait,
      errorLog,
      passwords,
      rateLimiter,
      catalogVersion,
      responseCache,
      findOpeningProblems: () => findOpeningProblems({ database, settings, clock }),
      undoRules: UNDO_RULES,
      reportFactorChange: (...change) => reportFactorChange({ database, settings, clock }, ...change),
      ...(await openAdmin({
        database,
        settings,
        passwords,
        shopName: () => app.shop().name,
        clock,
        onFailure,
        onOtherSecret,
      })),
    }
    for (const addRoutes of [...NOUNS, ...ADMIN_NOUNS]) addRoutes(app, context)
    previewRoutes(app, context, { storefront, send: fetchFor(app, settings) })
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

/** The catalog's version; the days of this process are those of the shop's time zone, which bumps it. */
export function followCatalog(store: Store): Promise<CatalogVersion> {
  return watchCatalogVersion(store, () => applyTimeZone(store.database))
}

const BROKEN_TEXT = 'an edited email template does not fit this version of the shop; the default text is sent'

function createFastify(
  { settings, logger, connections = connectionLimits(settings.workers) }: AppOptions,
  responseCache: ResponseCache,
  { headers, shop }: { headers: Readonly<Record<string, string>>; shop: () => ShopSettings },
): FastifyInstance {
  const app: FastifyInstance = Fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
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
  limitJsonBodies(app)
  return app
}

async function addPlugins(
  app: FastifyInstance,
  { settings, maxDelay }: AppOptions,
  { headers, errorLog, metrics }: { headers: Readonly<Record<string, string>>; errorLog: ErrorLog; metrics: Metrics },
): Promise<void> {
  // First, so that every rejected request has the security headers too.
  setSecurityHeaders(app, headers)
  guardAdmin(app)
  allowOwnPages(app, settings)
  handleErrors(app, errorLog)
  logRequests(app, metrics.observeRequest)
  returnRequestId(app)
  drainRejectedBodies(app)
  rejectMalformedRequests(app)
  rejectNullBytes(app)
  await shedLoad(app, maxDelay ?? MAX_DELAY)
  await limitRequests(app, settings.workers)
}

async function addPages(app: FastifyInstance, options: PageOptions): Promise<void> {
  const { settings, responseCache, storefront } = options
  if (storefront.files !== null) await serveBuiltFiles(app, storefront.files)
  searchEnginesRoutes(app, options, responseCache, fetchFor(app, settings), storefront.sitemapPaths)
  pagesRoutes(app, options)
}
