import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bytesOf } from '../lib/packed.ts'
import { AppError } from './errors/app-error.ts'

declare module 'fastify' {
  interface FastifyRequest {
    longText: Uint8Array | null
  }
}

/** Reads a long text in JSON bodies as bytes, since V8 would hold four copies of it; the body gets its SHA-256. */
export function registerLongText(scope: FastifyInstance, field: string): void {
  const parse = scope.getDefaultJsonParser('error', 'error')
  scope.decorateRequest('longText', null)
  scope.removeContentTypeParser('application/json')
  scope.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) => {
    const { json, text } = takeText(await readBytes(request, payload), field)
    request.longText = text
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    void parse(request, json, (error, body) => (error === null ? resolve(body) : reject(error)))
    return promise
  })
}

export function longTextOf({ longText }: FastifyRequest, value: string): Uint8Array {
  return longText !== null && digestOf(longText) === value ? longText : bytesOf(value)
}

function digestOf(text: Uint8Array): string {
  return createHash('sha256').update(text).digest('hex')
}

/** A body in transferable memory; 413 where it is too long. */
async function readBytes({ headers, routeOptions }: FastifyRequest, payload: Readable): Promise<Buffer> {
  const most = routeOptions.bodyLimit
  const announced = Number(headers['content-length'] ?? 0)
  if (announced > most) throw new AppError('too_large')
  let bytes = Buffer.alloc(announced)
  let length = 0
  // An error must not destroy it: the response is still to be sent.
  for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
    if (length + chunk.length > most) throw new AppError('too_large')
    if (length + chunk.length > bytes.length) {
      const larger = Buffer.alloc(Math.min(most, 2 * (length + chunk.length)))
      bytes.copy(larger, 0, 0, length)
      bytes = larger
    }
    length += chunk.copy(bytes, length)
  }
  return bytes.subarray(0, length)
}

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a]
/** Those before are control characters. */
const FIRST_SIGN = 0x20
const [BLANKS, OPENING, CLOSING] = [
  [9, 10, 13, 32],
  [0x5b, 0x7b],
  [0x5d, 0x7d],
]

export function takeText(bytes: Buffer, field: string): { json: string; text: Uint8Array | null } {
  const found = findText(bytes, JSON.stringify(field))
  if (found === null) return { json: bytes.toString(), text: null }
  const { from, to } = found
  const [before, after] = [bytes.toString('utf8', 0, from), bytes.toString('utf8', to)]
  const value = bytes.subarray(from, to)
  // JSON has them escaped only.
  if (hasControl(value)) throw new AppError('invalid_request')
  const text = unescapeInPlace(value)
  if (text.includes(0)) throw new AppError('invalid_request')
  // An empty text stays empty, for the endpoint's rules.
  return { json: `${before}${text.length === 0 ? '' : digestOf(text)}${after}`, text }
}

function hasControl(bytes: Buffer): boolean {
  for (const byte of bytes) if (byte < FIRST_SIGN) return true
  return false
}

/** The place between its quotation marks. */
function findText(bytes: Buffer, key: string): { from: number; to: number } | null {
  let depth = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (OPENING.includes(byte)) depth += 1
    else if (CLOSING.includes(byte)) depth -= 1
    if (byte !== QUOTE) continue
    const end = endOfText(bytes, at + 1)
    const value = depth === 1 && bytes.toString('utf8', at, Math.min(end + 1, at + key.length + 1)) === key
    const start = value ? valueAfter(bytes, end + 1) : null
    if (start !== null && bytes[start] === QUOTE) return { from: start + 1, to: endOfText(bytes, start + 1) }
    at = end
  }
  return null
}

function endOfText(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(QUOTE, from); at !== -1; at = bytes.indexOf(QUOTE, at + 1)) {
    let escapes = 0
    while (bytes[at - 1 - escapes] === BACKSLASH && at - 1 - escapes >= from) escapes += 1
    if (escapes % 2 === 0) return at
  }
  return bytes.length
}

function valueAfter(bytes: Buffer, from: number): number | null {
  const colon = skipBlanks(bytes, from)
  return bytes[colon] === COLON ? skipBlanks(bytes, colon + 1) : null
}

function skipBlanks(bytes: Buffer, from: number): number {
  let at = from
  while (BLANKS.includes(bytes[at] ?? 0)) at += 1
  return at
}

const ESCAPED_CHARACTERS: Readonly<Record<string, string>> = {
  ...{ '"': '"', '\\': '\\', '/': '/' },
  ...{ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' },
}

/** Unescaped text is shorter. */
function unescapeInPlace(bytes: Buffer): Buffer {
  let [read, length] = [0, 0]
  while (read < bytes.length) {
    const found = bytes.indexOf(BACKSLASH, read)
    const next = found === -1 ? bytes.length : found
    bytes.copyWithin(length, read, next)
    length += next - read
    read = next
    if (read === bytes.length) break
    const { sign, size } = escapeAt(bytes, read)
    length += bytes.write(sign, length)
    read += size
  }
  return bytes.subarray(0, length)
}

const SURROGATE_PAIR_ESCAPE = /^\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})/
const UNICODE_ESCAPE = /^\\u([0-9a-fA-F]{4})/

function escapeAt(bytes: Buffer, at: number): { sign: string; size: number } {
  const text = bytes.toString('latin1', at, at + 12)
  const [whole, ...units] = SURROGATE_PAIR_ESCAPE.exec(text) ?? UNICODE_ESCAPE.exec(text) ?? []
  if (whole !== undefined) {
    return { sign: String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16))), size: whole.length }
  }
  const sign = ESCAPED_CHARACTERS[text[1] ?? '']
  if (sign === undefined) throw new AppError('invalid_request')
  return { sign, size: 2 }
}
