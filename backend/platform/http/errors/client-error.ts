import { ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ShopSettings } from '@shop/contract/pages/shop'
import type { FastifyBaseLogger } from 'fastify'
import { AppError } from './app-error.ts'
import { errorResponse, wantsPage } from './error-response.ts'

type ClientError = Error & { code?: string; rawPacket?: unknown }
type Outcome = { status: number; error: AppError }

export const UNREADABLE_OUTCOME: Outcome = {
  status: 400,
  error: new AppError('invalid_request', 'This request could not be read. Please try again.'),
}
export const TOO_LONG: Outcome = {
  status: 431,
  error: new AppError('too_large', 'This address, or what your browser sent with it, is too long.'),
}
const OUTCOMES_BY_CODE: Readonly<Record<string, Outcome>> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    error: new AppError('invalid_request', 'Your request took too long to arrive. Please try again.'),
  },
  HPE_HEADER_OVERFLOW: TOO_LONG,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, error: TOO_LONG.error },
}

/** Fastify's `clientErrorHandler`: responds to what Node could not parse, and closes the connection. */
export function handleClientError(
  error: ClientError,
  socket: Duplex,
  { headers, log, shop }: { headers: Readonly<Record<string, string>>; log: FastifyBaseLogger; shop: ShopSettings },
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const { status, error: appError } = OUTCOMES_BY_CODE[error.code ?? ''] ?? UNREADABLE_OUTCOME
  log.info({ method: 'unknown', route: 'none', status, code: error.code }, 'request could not be read')
  if (socket.writable && !isResponding(socket)) {
    const page = wantsPage(requestOf(error.rawPacket)) ? shop : null
    const response = errorResponse(appError, page, status)
    const lines = Object.entries({
      ...headers,
      ...response.headers,
      'content-length': String(Buffer.byteLength(response.body)),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}`)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${response.body}`)
  }
  socket.destroy()
}

/** Whether an earlier response is being sent, so nothing else may be written. */
function isResponding(socket: Duplex): boolean {
  return '_httpMessage' in socket && socket._httpMessage instanceof ServerResponse && socket._httpMessage.headersSent
}

/** Path and accept header of an unparsable request; browsers send one in a single packet. */
function requestOf(packet: unknown): Parameters<typeof wantsPage>[0] {
  const text = Buffer.isBuffer(packet) ? packet.toString('latin1') : ''
  return { url: /^[A-Z]+ (\S+)/.exec(text)?.[1], accept: /^accept:(.*)/im.exec(text)?.[1]?.trim() }
}
