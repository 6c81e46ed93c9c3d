import { decodeText } from './files.ts'

/** Has `JSON.parse`'s message; `syntax` is `null` where it is no list. */
export class JsonListError extends Error {
  readonly syntax: string | null

  constructor(syntax: string | null) {
    super(syntax ?? 'this is no list')
    this.syntax = syntax
  }
}

const [BLANKS, QUOTE, BACKSLASH, COMMA] = [[9, 10, 13, 32], 0x22, 0x5c, 0x2c]
const [OPENING, CLOSING] = [
  [0x5b, 0x7b],
  [0x5d, 0x7d],
]
const BYTE_ORDER_MARK = Buffer.from('\uFEFF')
/** A byte order mark is only allowed before the list. */
const UTF8_DECODER = new TextDecoder('utf-8', { ignoreBOM: true })

/** Parses a JSON list one value at a time: 50,000 products at once take some 200 MB. */
export function* readJsonList(bytes: Uint8Array): Generator<unknown> {
  const start = firstSign(
    bytes,
    BYTE_ORDER_MARK.equals(bytes.subarray(0, BYTE_ORDER_MARK.length)) ? BYTE_ORDER_MARK.length : 0,
  )
  if (bytes[start] !== OPENING[0]) throw listError(bytes)
  let from = start + 1
  for (let isFirst = true; ; isFirst = false) {
    const to = endOfValue(bytes, from)
    const isLast = bytes[to] !== COMMA
    if (isLast && bytes[to] !== CLOSING[0]) throw listError(bytes)
    const isEmpty = isFirst && isLast && firstSign(bytes, from) === to
    if (!isEmpty) yield parse(bytes, from, to)
    from = to + 1
    if (isLast) break
  }
  if (firstSign(bytes, from) < bytes.length) throw listError(bytes)
}

function firstSign(bytes: Uint8Array, from: number): number {
  let at = from
  while (at < bytes.length && BLANKS.includes(bytes[at] ?? 0)) at += 1
  return at
}

function endOfValue(bytes: Uint8Array, from: number): number {
  let [depth, isText] = [0, false]
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (isText) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) isText = false
    } else if (byte === QUOTE) isText = true
    else if (OPENING.includes(byte)) depth += 1
    else if (depth === 0 && (byte === COMMA || CLOSING.includes(byte))) return at
    else if (CLOSING.includes(byte)) depth -= 1
  }
  throw listError(bytes)
}

function parse(bytes: Uint8Array, from: number, to: number): unknown {
  try {
    return JSON.parse(UTF8_DECODER.decode(bytes.subarray(from, to)))
  } catch {
    throw listError(bytes)
  }
}

function listError(bytes: Uint8Array): JsonListError {
  try {
    JSON.parse(decodeText(bytes))
    return new JsonListError(null)
  } catch (error) {
    return new JsonListError(error instanceof Error ? error.message : 'unreadable')
  }
}
