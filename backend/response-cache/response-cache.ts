import type { IncomingMessage, ServerResponse } from 'node:http'
import { ERROR_STATUS } from '@shop/contract/errors'
import { LRUCache } from 'lru-cache'
import { AppError } from '../errors/app-error.ts'
import { givenRequestId, REQUEST_ID_HEADER } from '../request-id.ts'
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

/** A finished answer as its maker hands it over; `headers` are those that every answer of this kind carries. */
export type FreshResponse = {
  status: number
  type: string
  body: string
  headers: Headers
  /** Made from an answer of an older version: it is given, but not kept. */
  stale?: boolean
}

/** An answer as it is given. */
export type CachedResponse = {
  status: number
  /** Of an older version, or made from one; whatever is made from it is so as well. */
  stale: boolean
  encoded: (encoding: Encoding) => EncodedBody | Promise<EncodedBody>
}

type Entry = {
  version: number
  /** The end of the day it was made on: pages tell the year. In milliseconds since 1970, as below. */
  expires: number
  encodings: Encodings
  bytes: number
  /** When making it anew may be tried again after a failure. */
  retryFrom: number
}

export type ResponseCache = {
  /**
   * The answer kept under an address, made anew when the version or the day has moved on. Requests that come together
   * wait for one making. When making fails, the answer of an older version is given if there is one. A search (an
   * address with a query) is kept only from the second time it is asked for.
   */
  get: (address: string, make: () => Promise<FreshResponse>) => Promise<CachedResponse>
  /** Makes an answer for those who ask together, and forgets it. */
  uncached: (address: string, make: () => Promise<FreshResponse>) => Promise<CachedResponse>
  /** True when an answer of some version is kept under an address. */
  has: (address: string) => boolean
  /** Answers from what is kept without any framework; false when it cannot. */
  serve: (request: IncomingMessage, response: ServerResponse) => boolean
  /** What all of this holds in memory, in bytes. */
  readonly bytes: number
}

declare module '../context.ts' {
  interface Context {
    /** Finished responses that stay good until the catalog changes. */
    responseCache: ResponseCache
  }
}

export type ResponseCacheOptions = {
  version: () => number
  clock: () => Date
  /** Told of every answer that `serve` gave. */
  onServed?: (method: string, status: number) => void
  /** Told of every error that an older answer covers up. */
  onFailure?: (error: unknown) => void
  /** The most that answers take in memory. */
  maxBytes?: number
}

const MAX_BYTES = 64 * 1024 * 1024
/** Room for the addresses of searches that were asked for once. */
const MAX_ASKED_ONCE_BYTES = 1024 * 1024
/** The longest address that is kept or noted; the longest search that a visitor can type is half of it. */
const MAX_ADDRESS = 1024
/** What an entry takes beside its bodies: headers for each encoding, and its place in the list. */
const ENTRY_OVERHEAD = 4096
const ADDRESS_OVERHEAD = 200
const RETRY_AFTER_FAILURE = 1000
const DAY = 86_400_000

/** Keeps finished answers in memory, bounded in bytes, each under an address and the catalog's version. */
export function createResponseCache({
  version,
  clock,
  onServed,
  onFailure,
  maxBytes = MAX_BYTES,
}: ResponseCacheOptions): ResponseCache {
  const entries = new LRUCache<string, Entry>({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes })
  const askedOnce = new LRUCache<string, true>({
    maxSize: MAX_ASKED_ONCE_BYTES,
    sizeCalculation: (_, address) => ADDRESS_OVERHEAD + 2 * address.length,
  })
  const running = new Map<string, Promise<CachedResponse>>()

  const now = () => clock().getTime()
  const isFresh = (entry: Entry) => entry.version === version() && entry.expires > now()

  function singleFlight(key: string, work: () => Promise<CachedResponse>): Promise<CachedResponse> {
    const begun = running.get(key)
    if (begun) return begun
    const mine = work().finally(() => running.delete(key))
    running.set(key, mine)
    return mine
  }

  /** Whoever invents addresses gets no place in memory for them: a search has to be asked for twice. */
  function isCacheable(address: string): boolean {
    if (address.length > MAX_ADDRESS) return false
    if (!address.includes('?') || entries.has(address) || askedOnce.delete(address)) return true
    askedOnce.set(ownText(address), true)
    return false
  }

  async function renderAndStore(
    address: string,
    at: number,
    make: () => Promise<FreshResponse>,
  ): Promise<CachedResponse> {
    const keep = isCacheable(address)
    const expires = (Math.floor(now() / DAY) + 1) * DAY
    const made = await make()
    if (made.status < 500 && made.status !== 200) entries.delete(address)
    if (made.status !== 200 || made.stale || !keep) return uncachedAnswer(made)
    const key = ownText(address)
    const entry = await finish(key, made, at, expires)
    // A slow making that the version has overtaken must not take the place of a newer one.
    if (at === version() || !entries.has(key)) entries.set(key, entry)
    return answerOf(entry, at !== version())
  }

  return {
    get: async (address, make) => {
      const at = version()
      const older = entries.get(address)
      if (older && isFresh(older)) return answerOf(older, false)
      if (older && older.retryFrom > now()) return answerOf(older, true)
      return singleFlight(`${at} ${address}`, async () => {
        if (older === undefined) return renderAndStore(address, at, make)
        try {
          return await renderAndStore(address, at, () => betterThanOlder(make))
        } catch (error) {
          if (isAnswer(error)) {
            entries.delete(address)
            throw error
          }
          if (!(error instanceof NoBetterError)) onFailure?.(error)
        }
        older.retryFrom = now() + RETRY_AFTER_FAILURE
        return answerOf(older, true)
      })
    },
    uncached: (address, make) =>
      singleFlight(`uncached ${version()} ${address}`, async () => uncachedAnswer(await make())),
    has: (address) => entries.has(address),
    serve: (request, response) => {
      const { method, url, headers } = request
      if (url === undefined || (method !== 'GET' && method !== 'HEAD') || headers.host === undefined) return false
      const entry = entries.get(url)
      if (entry === undefined || !isFresh(entry)) return false
      const encodedBody = entry.encodings[negotiateEncoding(header(headers['accept-encoding']))]
      const id = givenRequestId(headers)
      if (id !== null) response.setHeader(REQUEST_ID_HEADER, id)
      const status = isUnchanged(headers['if-none-match'], encodedBody.etag) ? 304 : 200
      if (status === 304) response.writeHead(304, encodedBody.rawHeadersUnchanged).end()
      else response.writeHead(200, encodedBody.rawHeaders).end(method === 'HEAD' ? undefined : encodedBody.body)
      onServed?.(method, status)
      return true
    },
    get bytes() {
      return entries.calculatedSize + askedOnce.calculatedSize
    },
  }
}

/** What was made is no better than the older answer; why was told where it was made. */
class NoBetterError extends Error {}

/** Throws when what is made is no better than an answer of an older version. */
async function betterThanOlder(make: () => Promise<FreshResponse>): Promise<FreshResponse> {
  const made = await make()
  if (made.stale || made.status >= 500) throw new NoBetterError()
  return made
}

async function finish(address: string, made: FreshResponse, version: number, expires: number): Promise<Entry> {
  const encodings = await encodeForCache(made.body, headersOf(made, 'no-cache'))
  const bodies = encodings.identity.body.length + encodings.br.body.length + encodings.gzip.body.length
  return { version, expires, encodings, bytes: bodies + ENTRY_OVERHEAD + 2 * address.length, retryFrom: 0 }
}

function answerOf({ encodings }: Entry, stale: boolean): CachedResponse {
  return { status: 200, stale, encoded: (encoding) => encodings[encoding] }
}

function uncachedAnswer(made: FreshResponse): CachedResponse {
  const { status, body, stale = false } = made
  return { status, stale, encoded: encodeOnDemand(body, headersOf(made, status === 200 ? 'no-cache' : 'no-store')) }
}

/** A refusal such as "not found" is an answer; an older version must not hide it. */
function isAnswer(error: unknown): boolean {
  return error instanceof AppError && ERROR_STATUS[error.code] < 500
}

function headersOf({ headers, type }: FreshResponse, caching: string): Record<string, string> {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return { ...Object.fromEntries(entries), 'content-type': type, 'cache-control': caching }
}

/** A text of its own: a part that was cut out of a longer text keeps the whole of it in memory. */
function ownText(text: string): string {
  return Buffer.from(text).toString()
}

function header(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(',') : value
}
