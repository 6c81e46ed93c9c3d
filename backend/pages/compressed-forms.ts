import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

/** An answer's bytes in one encoding, with everything that is sent before them. */
export type Form = {
  body: Buffer
  etag: string
  headers: Record<string, string>
  /** The same as name, value, name, value …: what `writeHead` takes without any work. */
  rawHeaders: string[]
  /** What a 304 repeats. */
  rawHeadersUnchanged: string[]
}

export type Forms = Record<Encoding, Form>

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Brotli 9 of a page takes a few milliseconds and saves a sixth against 5; it is paid once for each version. */
const BROTLI_QUALITY = 9

/** All forms of an answer that is kept. */
export async function compressedForms(body: string, headers: Record<string, string>): Promise<Forms> {
  const plain = Buffer.from(body)
  const [br, gz] = await Promise.all([
    compressBrotli(plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
    }),
    compressGzip(plain, { level: 9 }),
  ])
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  return {
    identity: formOf(plain, hash, 'identity', headers),
    br: formOf(br, hash, 'br', headers),
    gzip: formOf(gz, hash, 'gzip', headers),
  }
}

/** An answer that is sent once and forgotten: compressing it would cost more than it saves. */
export function plainForms(body: string, headers: Record<string, string>): Forms {
  const plain = Buffer.from(body)
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  const form = formOf(plain, hash, 'identity', headers)
  return { identity: form, br: form, gzip: form }
}

function formOf(body: Buffer, hash: string, encoding: Encoding, common: Record<string, string>): Form {
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

const understood = new Map<string, Encoding>()

/** The best encoding that a browser's `accept-encoding` allows. Few different ones exist, so they are read once. */
export function encodingFor(accept: string | undefined): Encoding {
  if (accept === undefined || accept === '') return 'identity'
  const known = understood.get(accept)
  if (known !== undefined) return known
  const encoding = readAcceptEncoding(accept)
  if (understood.size > 200) understood.clear()
  understood.set(accept, encoding)
  return encoding
}

function readAcceptEncoding(accept: string): Encoding {
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

/** True when `if-none-match` names this very form. */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag || ifNoneMatch === '*') return true
  return ifNoneMatch.split(',').some((entry) => entry.trim().replace(/^W\//, '') === etag)
}
