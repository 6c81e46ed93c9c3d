import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

export type EncodedBody = {
  body: Buffer
  etag: string
  headers: Record<string, string>
  /** Name, value, name, value …, which `writeHead` takes without conversion. */
  rawHeaders: string[]
  /** For a 304. */
  rawHeadersUnchanged: string[]
}

export type Encodings = Record<Encoding, EncodedBody>

const compressGzip = promisify(gzip)

/** Brotli 9 takes a few milliseconds per page and saves a sixth compared to 5; paid once per version. */
const CACHED_LEVELS = { br: 9, gzip: 9 }
/** For uncached and large responses: a tenth of the work for a fifth more bytes. */
const QUICK_LEVELS = { br: 4, gzip: 1 }
/** Larger ones, such as a list of some thousand products, are compressed quickly, since the first visitor waits. */
const LARGE_BYTES = 2 * 1024 * 1024
/** Shorter responses fit into one packet uncompressed. */
const MIN_COMPRESSED_BYTES = 1000

/** All encodings of a cached response, each in memory of its own. */
export async function encodeForCache(body: string | Buffer, headers: Record<string, string>): Promise<Encodings> {
  const plain = toBytes(body)
  const levels = plain.length > LARGE_BYTES ? QUICK_LEVELS : CACHED_LEVELS
  const [br, gz] = await Promise.all([brotli(plain, levels.br), compressGzip(plain, { level: levels.gzip })])
  const hash = hashOf(plain)
  return {
    identity: encodedBody(ownBytes(plain), hash, 'identity', headers),
    br: encodedBody(ownBytes(br), hash, 'br', headers),
    gzip: encodedBody(ownBytes(gz), hash, 'gzip', headers),
  }
}

/** The encodings of an uncached response, compressed on demand. */
export function encodeOnDemand(
  body: string | Buffer,
  headers: Record<string, string>,
): (encoding: Encoding) => EncodedBody | Promise<EncodedBody> {
  const plain = toBytes(body)
  // Cached encodings have other bytes.
  const hash = `${hashOf(plain)}-uncached`
  const identity = encodedBody(plain, hash, 'identity', headers)
  const made = new Map<Encoding, Promise<EncodedBody>>()
  return (encoding) => {
    if (encoding === 'identity' || plain.length < MIN_COMPRESSED_BYTES) return identity
    const encoded =
      made.get(encoding) ??
      compressQuickly(plain, encoding).then((bytes) => encodedBody(bytes, hash, encoding, headers))
    made.set(encoding, encoded)
    return encoded
  }
}

function compressQuickly(plain: Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> {
  return encoding === 'br' ? brotli(plain, QUICK_LEVELS.br) : compressGzip(plain, { level: QUICK_LEVELS.gzip })
}

const compressBrotli = promisify(brotliCompress)

function brotli(plain: Buffer, quality: number): Promise<Buffer> {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants
  return compressBrotli(plain, { params: { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_SIZE_HINT]: plain.length } })
}

function toBytes(body: string | Buffer): Buffer {
  return typeof body === 'string' ? Buffer.from(body) : body
}

function hashOf(plain: Buffer): string {
  return createHash('sha256').update(plain).digest('base64url').slice(0, 22)
}

/** Copies bytes that are part of zlib's block: a small response would keep 64 KB. */
function ownBytes(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}

function encodedBody(body: Buffer, hash: string, encoding: Encoding, common: Record<string, string>): EncodedBody {
  const etag = `"${hash}${encoding === 'identity' ? '' : `-${encoding}`}"`
  const unchanged = { ...common, etag, vary: 'accept-encoding' }
  const headers: Record<string, string> = {
    ...unchanged,
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    'content-length': String(body.length),
  }
  return {
    body,
    etag,
    headers,
    rawHeaders: Object.entries(headers).flat(),
    rawHeadersUnchanged: Object.entries(unchanged).flat(),
  }
}

const negotiated = new Map<string, Encoding>()
/** Browsers send about 25 characters; longer values are not memoized. */
const MAX_REMEMBERED_LENGTH = 100

/** Not @fastify/accept-negotiator 2.1: it selects brotli for `br;q=0, *`, and doesn't know `GZIP`. */
export function negotiateEncoding(accept: string | undefined): Encoding {
  if (accept === undefined || accept === '') return 'identity'
  const known = negotiated.get(accept)
  if (known !== undefined) return known
  const encoding = parseAcceptEncoding(accept)
  if (accept.length > MAX_REMEMBERED_LENGTH) return encoding
  if (negotiated.size > 200) negotiated.clear()
  negotiated.set(accept, encoding)
  return encoding
}

function parseAcceptEncoding(accept: string): Encoding {
  const allowed = new Map(
    accept.split(',').map((part) => {
      const [name = '', ...parameters] = part
        .toLowerCase()
        .split(';')
        .map((text) => text.trim())
      const q = parameters.find((parameter) => parameter.startsWith('q='))
      return [name, q === undefined ? 1 : Number(q.slice(2))]
    }),
  )
  return (['br', 'gzip'] as const).find((name) => (allowed.get(name) ?? allowed.get('*') ?? 0) > 0) ?? 'identity'
}

export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag || ifNoneMatch === '*') return true
  return ifNoneMatch.split(',').some((entry) => entry.trim().replace(/^W\//, '') === etag)
}
