import type { IncomingMessage, ServerResponse } from 'node:http'
import { ERROR_STATUS } from '@shop/contract/errors'
import { LRUCache } from 'lru-cache'
import { Refusal } from '../refusal.ts'
import { compressedForms, encodingFor, type Forms, isUnchanged, plainForms } from './compressed-forms.ts'

type Headers = Readonly<Record<string, string | number | readonly string[] | undefined>>

/** A finished answer as its maker hands it over; `headers` are those that every answer of this kind carries. */
export type Made = { status: number; type: string; body: string; headers: Headers }

export type KeptAnswer = {
  status: number
  version: number
  forms: Forms
  bytes: number
  /** When making it anew may be tried again after a failure, in milliseconds since 1970. */
  retryFrom: number
}

export type Kept = {
  /**
   * The answer kept under an address, made anew when the version has moved on. Requests that come together wait for
   * one making. When making fails, the answer of an older version is given if there is one.
   */
  get: (address: string, make: () => Promise<Made>) => Promise<KeptAnswer>
  /** Makes an answer for those who ask together, and forgets it. */
  once: (address: string, make: () => Promise<Made>) => Promise<KeptAnswer>
  /** Notes that a request's address as it came leads to a kept one, so that `serve` finds it without parsing. */
  remember: (url: string, address: string) => void
  /** Answers from what is kept without any framework; false when it cannot. */
  serve: (request: IncomingMessage, response: ServerResponse) => boolean
}

export type KeptOptions = {
  version: () => number
  clock: () => Date
  /** Told of every answer that `serve` gave. */
  onServed?: (method: string, status: number) => void
}

const MAX_ANSWERS = 5000
const MAX_BYTES = 64 * 1024 * 1024
const MAX_ALIASES = 10_000
const RETRY_AFTER_FAILURE = 1000

/** Keeps finished answers in memory, bounded in number and size, each under an address and the catalog's version. */
export function createKept({ version, clock, onServed }: KeptOptions): Kept {
  const answers = new LRUCache<string, KeptAnswer>({
    max: MAX_ANSWERS,
    maxSize: MAX_BYTES,
    sizeCalculation: (answer) => answer.bytes,
  })
  const aliases = new LRUCache<string, string>({ max: MAX_ALIASES })
  const running = new Map<string, Promise<KeptAnswer>>()

  function together(key: string, work: () => Promise<KeptAnswer>): Promise<KeptAnswer> {
    const begun = running.get(key)
    if (begun) return begun
    const mine = work().finally(() => running.delete(key))
    running.set(key, mine)
    return mine
  }

  async function makeAndKeep(address: string, at: number, make: () => Promise<Made>): Promise<KeptAnswer> {
    const made = await make()
    if (made.status < 500 && made.status !== 200) answers.delete(address)
    if (made.status !== 200) return forget(made, at)
    const answer = await finish(made, at)
    // A slow making that the version has overtaken must not take the place of a newer one.
    if (at === version() || !answers.has(address)) answers.set(address, answer)
    return answer
  }

  return {
    get: async (address, make) => {
      const at = version()
      const older = answers.get(address)
      if (older?.version === at || (older && older.retryFrom > clock().getTime())) return older
      return together(`${at} ${address}`, async () => {
        if (older === undefined) return makeAndKeep(address, at, make)
        try {
          const fresh = await makeAndKeep(address, at, make)
          if (fresh.status < 500) return fresh
        } catch (error) {
          if (isAnswer(error)) {
            answers.delete(address)
            throw error
          }
        }
        older.retryFrom = clock().getTime() + RETRY_AFTER_FAILURE
        return older
      })
    },
    once: (address, make) => together(`once ${address}`, async () => forget(await make(), version())),
    remember: (url, address) => {
      if (answers.has(address)) aliases.set(url, address)
    },
    serve: (request, response) => {
      const { method, url, headers } = request
      if (url === undefined || (method !== 'GET' && method !== 'HEAD')) return false
      const address = aliases.get(url)
      const answer = address === undefined ? undefined : answers.get(address)
      if (answer === undefined || answer.version !== version()) return false
      const form = answer.forms[encodingFor(header(headers['accept-encoding']))]
      const status = isUnchanged(headers['if-none-match'], form.etag) ? 304 : answer.status
      if (status === 304) response.writeHead(304, form.rawHeadersUnchanged).end()
      else response.writeHead(status, form.rawHeaders).end(method === 'HEAD' ? undefined : form.body)
      onServed?.(method, status)
      return true
    },
  }
}

async function finish({ status, type, body, headers }: Made, version: number): Promise<KeptAnswer> {
  const forms = await compressedForms(body, {
    ...textHeaders(headers),
    'content-type': type,
    'cache-control': 'no-cache',
  })
  const bytes = forms.identity.body.length + forms.br.body.length + forms.gzip.body.length
  return { status, version, forms, bytes, retryFrom: 0 }
}

function forget({ status, type, body, headers }: Made, version: number): KeptAnswer {
  const caching = status === 200 ? 'no-cache' : 'no-store'
  const forms = plainForms(body, { ...textHeaders(headers), 'content-type': type, 'cache-control': caching })
  return { status, version, forms, bytes: 0, retryFrom: 0 }
}

/** A refusal such as "not found" is an answer; an older version must not hide it. */
function isAnswer(error: unknown): boolean {
  return error instanceof Refusal && ERROR_STATUS[error.code] < 500
}

function textHeaders(headers: Headers): Record<string, string> {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return Object.fromEntries(entries)
}

function header(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(',') : value
}
