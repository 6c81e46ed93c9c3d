import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

/** An answer's bytes in one encoding, with everything that is sent before them. */
export type EncodedBody = {
  body: Buffer
  etag: string
  headers: Record<string, string>
  /** The same as name, value, name, value …: what `writeHead` takes without any work. */
  rawHeaders: string[]
  /** What a 304 repeats. */
  rawHeadersUnchanged: string[]
}

export type Encodings = Record<Encoding, EncodedBody>

const compressGzip = promisify(gzip)

/** Brotli 9 of a page takes a few milliseconds and saves a sixth against 5; it is paid once for each version. */
const CACHED_LEVELS = { br: 9, gzip: 9 }
/** For an answer that is sent once: a tenth of the work for a fifth more bytes. */
const UNCACHED_LEVELS = { br: 4, gzip: 1 }
/** Shorter answers fit into one packet as they are, in bytes. */
const MIN_COMPRESSED_SIZE = 1000

/** All encodings of a cached response. Each holds its own bytes and nothing else in memory. */
export async function encodeForCache(body: string, headers: Record<string, string>): Promise<Encodings> {
  const plain = Buffer.from(body)
  const [br, gz] = await Promise.all([
    brotli(plain, CACHED_LEVELS.br),
    compressGzip(plain, { level: CACHED_LEVELS.gzip }),
  ])
  const hash = hashOf(plain)
  return {
    identity: encodedBody(ownBytes(plain), hash, 'identity', headers),
    br: encodedBody(ownBytes(br), hash, 'br', headers),
    gzip: encodedBody(ownBytes(gz), hash, 'gzip', headers),
  }
}

/** The encodings of a response that is not cached: compressed on demand, and quickly. */
export function encodeOnDemand(
  body: string,
  headers: Record<string, string>,
): (encoding: Encoding) => EncodedBody | Promise<EncodedBody> {
  const plain = Buffer.from(body)
  // Named apart from the cached ones, whose bytes are others.
  const hash = `${hashOf(plain)}-uncached`
  const identity = encodedBody(plain, hash, 'identity', headers)
  const made = new Map<Encoding, Promise<EncodedBody>>()
  return (encoding) => {
    if (encoding === 'identity' || plain.length < MIN_COMPRESSED_SIZE) return identity
    const encoded =
      made.get(encoding) ??
      compressQuickly(plain, encoding).then((bytes) => encodedBody(bytes, hash, encoding, headers))
    made.set(encoding, encoded)
    return encoded
  }
}

function compressQuickly(plain: Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> {
  return encoding === 'br' ? brotli(plain, UNCACHED_LEVELS.br) : compressGzip(plain, { level: UNCACHED_LEVELS.gzip })
}

const compressBrotli = promisify(brotliCompress)

function brotli(plain: Buffer, quality: number): Promise<Buffer> {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants
  return compressBrotli(plain, { params: { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_SIZE_HINT]: plain.length } })
}

function hashOf(plain: Buffer): string {
  return createHash('sha256').update(plain).digest('base64url').slice(0, 22)
}

/** Compression hands out the start of a block of 64 KB, which a small answer would keep alive as a whole. */
function ownBytes(bytes: Buffer): Buffer {
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
/** Browsers send some 25 characters; what is longer is read each time, so that nobody fills the memory with it. */
const MAX_REMEMBERED_LENGTH = 100

/**
 * The best encoding that `accept-encoding` allows. Few different values exist, so each is parsed once. Not
 * @fastify/accept-negotiator 2.1: it answers `br;q=0, *` with brotli and does not know `GZIP`.
 */
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
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/)
      const q = parameters.find((parameter) => parameter.startsWith('q='))
      return [name, q === undefined ? 1 : Number(q.slice(2))]
    }),
  )
  return (['br', 'gzip'] as const).find((name) => (allowed.get(name) ?? allowed.get('*') ?? 0) > 0) ?? 'identity'
}

/** True when `if-none-match` names this very encoding. */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag || ifNoneMatch === '*') return true
  return ifNoneMatch.split(',').some((entry) => entry.trim().replace(/^W\//, '') === etag)
}
