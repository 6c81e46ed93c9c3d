import type { IncomingMessage, ServerResponse } from 'node:http'
import { ERROR_STATUS } from '@shop/contract/http/errors'
import { startOfDay } from '@shop/contract/settings/time-zone'
import { LRUCache } from 'lru-cache'
import { coalesced } from '../../lib/coalesced.ts'
import { addDays, localDay } from '../../lib/days/local-day.ts'
import { shopZone } from '../../lib/days/shop-zone.ts'
import { givenRequestId, REQUEST_ID_HEADER } from '../../lib/request-id.ts'
import { AppError } from '../errors/app-error.ts'
import {
  type EncodedBody,
  type Encoding,
  type Encodings,
  encodeForCache,
  encodeOnDemand,
  isUnchanged,
  negotiateEncoding,
} from './encodings.ts'

type Headers = Readonly<Record<string, string | number | readonly string[] | undefined>>

export type FreshResponse = {
  status: number
  type: string
  body: string | Buffer
  headers: Headers
  /** Made from stale data: served, but not cached. */
  stale?: boolean
}

export type CachedResponse = {
  status: number
  /** Of an older version or made from stale data; what is made from it is stale too. */
  stale: boolean
  encoded: (encoding: Encoding) => EncodedBody | Promise<EncodedBody>
}

type Entry = {
  version: number
  /** The end of the shop's day, since pages show the year. In milliseconds since 1970. */
  expires: number
  encodings: Encodings
  bytes: number
  /** When to render again after a failure, in milliseconds since 1970. */
  retryFrom: number
}

export type ResponseCache = {
  /**
   * The cached response, rendered again after a change of version or day, or a stale one when that fails. Concurrent
   * requests share a rendering. A search (an address with a query) is cached from the second request on.
   */
  get: (address: string, make: () => Promise<FreshResponse>) => Promise<CachedResponse>
  /** Renders without caching; concurrent requests share it. */
  uncached: (address: string, make: () => Promise<FreshResponse>) => Promise<CachedResponse>
  has: (address: string) => boolean
  /** Serves without Fastify; false when nothing is cached. */
  serve: (request: IncomingMessage, response: ServerResponse) => boolean
  readonly version: number
  /** In use. */
  readonly bytes: number
}

declare module '../../context.ts' {
  interface Context {
    /** Rendered responses, valid until the catalog changes. */
    responseCache: ResponseCache
  }
}

export type ResponseCacheOptions = {
  version: () => number
  clock: () => Date
  onServed?: (method: string, status: number) => void
  onFailure?: (error: unknown) => void
  /** The limit. */
  maxBytes?: number
}

const MAX_BYTES = 64 * 1024 * 1024
const MAX_REQUESTED_ONCE_BYTES = 1024 * 1024
/** Twice the longest search that a visitor can type. */
const MAX_ADDRESS_LENGTH = 1024
const ENTRY_OVERHEAD_BYTES = 4096
const ADDRESS_OVERHEAD_BYTES = 200
const RETRY_DELAY_MS = 1000

/** An LRU cache bounded in bytes, keyed by address and checked against the catalog's version. */
export function createResponseCache({
  version,
  clock,
  onServed,
  onFailure,
  maxBytes = MAX_BYTES,
}: ResponseCacheOptions): ResponseCache {
  const entries = new LRUCache<string, Entry>({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes })
  const requestedOnce = new LRUCache<string, true>({
    maxSize: MAX_REQUESTED_ONCE_BYTES,
    sizeCalculation: (_, address) => ADDRESS_OVERHEAD_BYTES + 2 * address.length,
  })
  const singleFlight = coalesced<CachedResponse>()

  const now = () => clock().getTime()
  const isFresh = (entry: Entry) => entry.version === version() && entry.expires > now()

  /** A search must be requested twice, so invented addresses don't fill the memory. */
  function isCacheable(address: string): boolean {
    if (address.length > MAX_ADDRESS_LENGTH) return false
    if (!address.includes('?') || entries.has(address) || requestedOnce.delete(address)) return true
    requestedOnce.set(copyOf(address), true)
    return false
  }

  async function renderAndStore(
    address: string,
    at: number,
    make: () => Promise<FreshResponse>,
  ): Promise<CachedResponse> {
    const keep = isCacheable(address)
    const expires = startOfDay(addDays(localDay(clock()), 1), shopZone()).getTime()
    const made = await make()
    if (made.status < 500 && made.status !== 200) entries.delete(address)
    if (made.status !== 200 || made.stale || !keep) return uncachedResponse(made)
    const key = copyOf(address)
    const entry = await finish(key, made, at, expires)
    // A slow rendering of an old version must not replace a newer one.
    if (at === version() || !entries.has(key)) entries.set(key, entry)
    return responseOf(entry, at !== version())
  }

  return {
    get: async (address, make) => {
      const at = version()
      const older = entries.get(address)
      if (older && isFresh(older)) return responseOf(older, false)
      if (older && older.retryFrom > now()) return responseOf(older, true)
      return singleFlight(`${at} ${address}`, async () => {
        if (older === undefined) return renderAndStore(address, at, make)
        try {
          return await renderAndStore(address, at, () => betterThanOlder(make))
        } catch (error) {
          if (isClientError(error)) {
            entries.delete(address)
            throw error
          }
          if (!(error instanceof NoBetterError)) onFailure?.(error)
        }
        older.retryFrom = now() + RETRY_DELAY_MS
        return responseOf(older, true)
      })
    },
    uncached: (address, make) =>
      singleFlight(`uncached ${version()} ${address}`, async () => uncachedResponse(await make())),
    has: (address) => entries.has(address),
    serve: (request, response) => {
      const { method, url, headers } = request
      if (url === undefined || (method !== 'GET' && method !== 'HEAD') || headers.host === undefined) return false
      const entry = entries.get(url)
      if (entry === undefined || !isFresh(entry)) return false
      const encodedBody = entry.encodings[negotiateEncoding(header(headers['accept-encoding']))]
      const status = isUnchanged(headers['if-none-match'], encodedBody.etag) ? 304 : 200
      const rawHeaders = status === 304 ? encodedBody.rawHeadersUnchanged : encodedBody.rawHeaders
      // Not `setHeader`: with it `writeHead` would convert all headers.
      const id = givenRequestId(headers)
      response.writeHead(status, id === null ? rawHeaders : [...rawHeaders, REQUEST_ID_HEADER, id])
      response.end(status === 304 || method === 'HEAD' ? undefined : encodedBody.body)
      onServed?.(method, status)
      return true
    },
    get version() {
      return version()
    },
    get bytes() {
      return entries.calculatedSize + requestedOnce.calculatedSize
    },
  }
}

/** The new response is stale too; the cause was already logged. */
class NoBetterError extends Error {}

/** Throws when the new response is stale as well. */
async function betterThanOlder(make: () => Promise<FreshResponse>): Promise<FreshResponse> {
  const made = await make()
  if (made.stale || made.status >= 500) throw new NoBetterError()
  return made
}

async function finish(address: string, made: FreshResponse, version: number, expires: number): Promise<Entry> {
  const encodings = await encodeForCache(made.body, headersOf(made, 'no-cache'))
  const bodies = encodings.identity.body.length + encodings.br.body.length + encodings.gzip.body.length
  return { version, expires, encodings, bytes: bodies + ENTRY_OVERHEAD_BYTES + 2 * address.length, retryFrom: 0 }
}

function responseOf({ encodings }: Entry, stale: boolean): CachedResponse {
  return { status: 200, stale, encoded: (encoding) => encodings[encoding] }
}

function uncachedResponse(made: FreshResponse): CachedResponse {
  const { status, body, stale = false } = made
  return { status, stale, encoded: encodeOnDemand(body, headersOf(made, status === 200 ? 'no-cache' : 'no-store')) }
}

/** A 4xx such as "not found" is valid; a stale response must not hide it. */
function isClientError(error: unknown): boolean {
  return error instanceof AppError && ERROR_STATUS[error.code] < 500
}

function headersOf({ headers, type }: FreshResponse, caching: string): Record<string, string> {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return { ...Object.fromEntries(entries), 'content-type': type, 'cache-control': caching }
}

/** A slice would keep the whole original in memory. */
function copyOf(text: string): string {
  return Buffer.from(text).toString()
}

function header(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(',') : value
}
