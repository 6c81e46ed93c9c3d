import { sep } from 'node:path'
import { normalizeIP } from '@fastify/rate-limit'
import serveStatic from '@fastify/static'
import { MINUTE_MS } from '@shop/contract/durations'
import type { Fetch } from '@shop/contract/http/client'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { LRUCache } from 'lru-cache'
import { cardHosts } from '../payments/providers.ts'
import { pagePolicy } from '../platform/http/content-security-policy.ts'
import { AppError } from '../platform/http/errors/app-error.ts'
import { describeError, type ErrorLog } from '../platform/http/errors/error-log.ts'
import { isPageAddress, sendErrorPage } from '../platform/http/errors/error-response.ts'
import type { FreshResponse, ResponseCache } from '../platform/http/response-cache/response-cache.ts'
import { STALE_HEADERS, sendCached, watchForStale } from '../platform/http/response-cache/send-cached.ts'
import { localDay } from '../platform/lib/days/local-day.ts'
import type { CurrentSettings } from '../platform/settings/current-settings.ts'
import { publicUrlOf, type Settings } from '../platform/settings/settings.ts'
import { hashScript } from './page-scripts.ts'
import type { Storefront } from './storefront.ts'

/** For a response of another backend during rendering. */
const CALL_TIMEOUT_MS = 5000

export type PageOptions = {
  settings: Settings
  shopSettings: CurrentSettings
  responseCache: ResponseCache
  storefront: Storefront
  clock: () => Date
  errorLog: ErrorLog
  findPresentLine: (name: string) => Promise<string | null>
  readCloths: () => Promise<string>
}

/** Serves every GET that no other route takes. A page is equal for every visitor. */
export function pagesRoutes(app: FastifyInstance, options: PageOptions): void {
  const { settings, shopSettings, responseCache, storefront, clock, errorLog } = options
  const backend = fetchFor(app, settings)
  const uncached = limitUncachedPages(clock)
  const context = {
    manifest: storefront.manifest,
    apiUrl: settings.apiUrl ?? '',
  }

  let latest = { version: responseCache.version }
  const currentVersion = () => {
    if (latest.version !== responseCache.version) latest = { version: responseCache.version }
    return latest
  }

  let cloths = ''
  const policy = pagePolicy(settings, storefront.inlineScripts.map(hashScript), cardHosts(settings))

  app.get('/*', async (request, reply) => {
    const moved = withoutTrailingSlash(request.url)
    if (moved !== null) return reply.redirect(moved, 308)
    const address = storefront.development ? null : storefront.cacheKey(request.url)
    const page = address ?? request.url
    if (!storefront.development) {
      reply.header('content-security-policy', policy)
    }
    const renamed = await withPresentLine(request.url, options.findPresentLine)
    // Not permanent: a rename may be undone.
    if (renamed !== null) return reply.redirect(renamed, 302)
    const make = async (): Promise<FreshResponse> => {
      const { send, sawStale } = watchForStale(backend)
      const { shop, stale } = await shopSettings.read()
      const origin = publicUrlOf(settings, shop)
      // Keeps the earlier ones on an error.
      cloths = await options.readCloths().catch(() => cloths)
      const sharing = { version: currentVersion(), sawStale }
      const { status, html } = await storefront.render(page, {
        ...context,
        origin,
        shop: { ...shop, year: Number(localDay(clock()).slice(0, 4)) },
        cloths,
        send,
        sharing,
      })
      const type = 'text/html; charset=utf-8'
      return { status, type, body: html, headers: reply.getHeaders(), stale: stale || sawStale() }
    }
    const isNew = !storefront.development && !responseCache.has(page)
    if (isNew) uncached.count(normalizeIP(request.ip))
    try {
      const response = await (address === null ? responseCache.uncached(page, make) : responseCache.get(address, make))
      if (isNew && responseCache.has(page)) uncached.uncount(normalizeIP(request.ip))
      return await sendCached(response, request, reply)
    } catch (error) {
      errorLog.report(request.log, { route: '/*' }, describeError(error), 'page could not be rendered')
      return sendErrorPage(reply, new AppError('unavailable'))
    }
  })
}

/** A `fetch` for the contract's calls: to API_URL, or in process. */
export function fetchFor(app: FastifyInstance, { apiUrl }: Settings, timeoutMs = CALL_TIMEOUT_MS): Fetch {
  return apiUrl === null ? sendInProcess(app) : sendOverNetwork(apiUrl, timeoutMs)
}

function sendInProcess(app: FastifyInstance): Fetch {
  return async (url, init) => {
    const options: InjectOptions = {
      method: init.method === 'POST' ? 'POST' : 'GET',
      url,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof init.body === 'string' ? { payload: init.body } : {}),
    }
    const response = await app.inject(options)
    const stale = response.headers['cache-status'] === undefined ? {} : STALE_HEADERS
    const headers = { 'content-type': 'application/json', ...stale }
    return new Response(response.payload, { status: response.statusCode, headers })
  }
}

/** A redirect is an error: it could lead to any host. A caller's signal does not lift the timeout. */
function sendOverNetwork(apiUrl: string, timeoutMs: number): Fetch {
  return (url, init) => {
    const signals = [AbortSignal.timeout(timeoutMs), init.signal ?? []].flat()
    return fetch(new URL(url, apiUrl), { redirect: 'manual', ...init, signal: AbortSignal.any(signals) })
  }
}

/** Per client address: enough for a school, and less than a tenth of a processor. */
const MAX_PER_MINUTE = 300
/** The least recently used are dropped. */
const MAX_ADDRESSES = 10_000

type UncachedPages = {
  /** Call it before rendering; throws 429 over the limit. */
  count: (client: string) => void
  /** For a page that was cached for everyone. */
  uncount: (client: string) => void
}

/** In memory: it protects the machine's processor. */
function limitUncachedPages(clock: () => Date): UncachedPages {
  const counts = new LRUCache<string, { pages: number; until: number }>({ max: MAX_ADDRESSES })
  return {
    count: (client) => {
      const now = clock().getTime()
      const known = counts.get(client)
      const current = known && known.until > now ? known : { pages: 0, until: now + MINUTE_MS }
      if (current.pages >= MAX_PER_MINUTE) {
        const seconds = Math.ceil((current.until - now) / 1000)
        throw new AppError(
          'rate_limited',
          'You have opened a lot of new pages at once. Please wait a minute and try again.',
          null,
          seconds,
        )
      }
      current.pages += 1
      counts.set(client, current)
    },
    uncount: (client) => {
      const known = counts.get(client)
      if (known) known.pages -= 1
    },
  }
}

const YEAR_LONG_CACHING = 'public, max-age=31536000, immutable'
const HOUR_LONG_CACHING = 'public, max-age=3600'

/** Serves the build. Files under /assets are immutable; others are revalidated after an hour. */
export async function serveBuiltFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(serveStatic, {
    root: folder,
    // The picture routes have added `reply.sendFile`.
    decorateReply: false,
    wildcard: false,
    preCompressed: true,
    acceptRanges: false,
    cacheControl: false,
    index: false,
    globIgnore: ['.vite/**', '**/*.br', '**/*.gz'],
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes(`${sep}assets${sep}`) ? YEAR_LONG_CACHING : HOUR_LONG_CACHING)
    },
  })
}

/** Routes unparsable addresses to a 404 page. */
const UNKNOWN_PATH = '/nowhere'

/** The URL to route by; an unknown page for one that Fastify would reject, such as with a NUL (R36). */
export function normalizeUrl(url: string): string {
  const [path = '', ...queries] = url.split('?')
  if (!isPageAddress(path)) return url
  if (!isReadable(path)) return UNKNOWN_PATH
  return queries.length === 0 ? path : `${path}${readableQuery(queries.join('?'))}`
}

/** The address without trailing slashes (R49); `null` when unchanged. It never leads to another host. */
function withoutTrailingSlash(url: string): string | null {
  const queryAt = url.indexOf('?')
  const end = queryAt === -1 ? url.length : queryAt
  let length = end
  // A regular expression would take quadratic time for many slashes.
  while (url[length - 1] === '/') length -= 1
  const path = url.slice(0, length)
  if (length === end || !isPageAddress(path) || !/^\/[^/\\]/.test(path)) return null
  return `${path}${url.slice(end)}`
}

/** Parameters that may name a line. */
const LINE_PARAMETERS = ['line', 'q'] as const

/** The list's address with a line's current name; `null` where unchanged or unknown. */
async function withPresentLine(url: string, find: PageOptions['findPresentLine']): Promise<string | null> {
  const { pathname, searchParams } = new URL(url, 'http://shop')
  if (pathname !== '/shop') return null
  let isRenamed = false
  for (const parameter of LINE_PARAMETERS) {
    const name = searchParams.get(parameter)
    const present = name === null || name === '' ? null : await find(name).catch(() => null)
    if (present === null) continue
    searchParams.set(parameter, present)
    isRenamed = true
  }
  return isRenamed ? `${pathname}?${searchParams}` : null
}

/** Removes parameters with a NUL (R8). */
function readableQuery(query: string): string {
  if (!query.includes('%00')) return `?${query}`
  const cleaned = [...new URLSearchParams(query)].filter((pair) => !pair.join('').includes('\0'))
  return cleaned.length === 0 ? '' : `?${new URLSearchParams(cleaned)}`
}

function isReadable(path: string): boolean {
  // `new URL` takes a backslash for a slash, so what follows could be a host.
  if (path.startsWith('//') || path.includes('\\')) return false
  try {
    return !decodeURIComponent(path).includes('\0')
  } catch {
    return false
  }
}
