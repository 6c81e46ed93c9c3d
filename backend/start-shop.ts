import closeWithGrace from 'close-with-grace'
import type { FastifyInstance } from 'fastify'
import { type DestinationStream, destination, type Logger, pino } from 'pino'
import { buildApp } from './app.ts'
import { loadFirstCatalog } from './catalog/catalog.import.ts'
import { loadFirstDeliveryAndTax } from './checkout/checkout.import.ts'
import { openStore, type Store } from './database/database.ts'
import { settleDemoData } from './database/demo-data.ts'
import { openPhotoShelf } from './images/photo-shelf.ts'
import { startPhotoCheck } from './images/record-photos.ts'
import { createMailer } from './mail/mailer.ts'
import { startOutbox } from './mail/outbox-worker.ts'
import { loadBuiltStorefront, type Storefront } from './pages/storefront.ts'
import { describeError } from './plugins/errors.ts'
import { readSettings, type Settings } from './settings.ts'

/** How long running requests may take to finish once the shop is told to stop, in milliseconds. */
const GRACE = 10_000

/** Opens, listens, and closes when told to; false, with one sentence that says why, when it could not start. */
export async function startShop({ development }: { development: boolean }): Promise<boolean> {
  try {
    const settings = readSettings()
    const logger = createLogger(settings)
    const store = settings.apiUrl === null ? await openShopStore(settings) : null
    const app = await buildApp({ settings, store, storefront: await chooseStorefront(development), logger })
    await app.listen({ port: settings.port, host: settings.host })
    const outbox = store && startOutbox({ database: store.database, mailer: createMailer(settings), log: logger })
    const photoCheck = store && startPhotoCheck(store.database, logger)
    closeWithGrace({ delay: GRACE, logger: false }, async ({ err }) => {
      if (err) console.error(err)
      // Before the app, which closes the database.
      await Promise.all([outbox?.close(), photoCheck?.close()])
      await app.close()
    })
    console.info(greeting(app, settings, store))
    return true
  } catch (error) {
    console.error(sentenceOf(error))
    process.exitCode = 1
    return false
  }
}

async function openShopStore(settings: Settings): Promise<Store> {
  const store = await openStore(settings)
  await loadFirstCatalog(store.database, openPhotoShelf())
  await loadFirstDeliveryAndTax(store.database)
  await settleDemoData(store.database, settings.demo, new Date())
  return store
}

async function chooseStorefront(development: boolean): Promise<Storefront> {
  if (!development) return loadBuiltStorefront()
  const { openDevelopmentStorefront } = await import('./pages/development-storefront.ts')
  return openDevelopmentStorefront()
}

/** Lines are gathered and written together, at the latest after a second and at the end. */
function createLogger(settings: Settings): Logger {
  const stream: DestinationStream = destination({ sync: false, minLength: 4096, periodicFlush: 1000 })
  // Whatever logs a request or an error, the line never holds what a visitor sent.
  const serializers = { req: () => undefined, res: () => undefined, err: describeError }
  return pino({ level: settings.logLevel, base: null, serializers }, stream)
}

function greeting(app: FastifyInstance, settings: Settings, store: Store | null): string {
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : settings.port
  const host = ['0.0.0.0', '::', '127.0.0.1'].includes(settings.host) ? 'localhost' : settings.host
  const data =
    store === null ? `calls go to ${settings.apiUrl}` : `${store.label}, demo data ${settings.demo ? 'on' : 'off'}`
  return `The shop is open at http://${host}:${port} (${data})`
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return 'The shop could not start.'
  const code = 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return 'The port is in use by another program: set PORT to a free one.'
  return error instanceof AggregateError || error.message === ''
    ? `The shop could not start: ${String(code ?? error.name)}.`
    : `The shop could not start: ${error.message}`
}
