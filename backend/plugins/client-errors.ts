import { type IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { Refusal } from '../refusal.ts'
import { errorAnswer, wantsPage } from './error-answer.ts'
import { sendRefusal } from './errors.ts'

/** The longest address that is answered; browsers and proxies send longer ones only when something is broken. */
const LONGEST_ADDRESS = 8 * 1024

type ClientError = Error & { code?: string; rawPacket?: unknown }
type Answer = { status: number; refusal: Refusal }

const UNREADABLE: Answer = {
  status: 400,
  refusal: new Refusal('invalid_request', 'This request could not be read. Please try again.'),
}
const TOO_LONG: Answer = {
  status: 431,
  refusal: new Refusal('too_large', 'This address, or what your browser sent with it, is too long.'),
}
/** What Node's parser gives up on, by its code. */
const ANSWERS: Readonly<Record<string, Answer>> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    refusal: new Refusal('invalid_request', 'Your request took too long to arrive. Please try again.'),
  },
  HPE_HEADER_OVERFLOW: TOO_LONG,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, refusal: TOO_LONG.refusal },
}

/**
 * Answers what Node could not read as a request: no route was found, so that no plugin had a word. The connection ends
 * with it.
 */
export function answerClientError(
  error: ClientError,
  socket: Duplex,
  { headers, log }: { headers: Readonly<Record<string, string>>; log: FastifyBaseLogger },
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const { status, refusal } = ANSWERS[error.code ?? ''] ?? UNREADABLE
  log.info({ method: 'unknown', route: 'none', status, code: error.code }, 'request could not be read')
  if (socket.writable && !isAnswering(socket)) {
    const answer = errorAnswer(refusal, wantsPage(askedIn(error.rawPacket)), status)
    const lines = Object.entries({
      ...headers,
      ...answer.headers,
      'content-length': String(Buffer.byteLength(answer.body)),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}`)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${answer.body}`)
  }
  socket.destroy()
}

/** True while an earlier request's answer is under way on the connection: nothing may be written into it. */
function isAnswering(socket: Duplex): boolean {
  return '_httpMessage' in socket && socket._httpMessage instanceof ServerResponse && socket._httpMessage.headersSent
}

/** What can be made out of a request that was not understood: browsers send all of a request in one piece. */
function askedIn(packet: unknown): Parameters<typeof wantsPage>[0] {
  const text = Buffer.isBuffer(packet) ? packet.toString('latin1') : ''
  return { url: /^[A-Z]+ (\S+)/.exec(text)?.[1], accept: /^accept:[ \t]*(.*)$/im.exec(text)?.[1] }
}

/** Refuses what is well written and yet no request that is answered: an address without end, a request without a host. */
export function refuseOddRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.originalUrl.length > LONGEST_ADDRESS) return sendRefusal(reply, TOO_LONG.refusal, 414)
    if (lacksHost(request.raw)) return sendRefusal(reply, UNREADABLE.refusal)
  })
}

/** HTTP/1.1 demands a host. Node would refuse such a request by itself, without a word and without our headers. */
function lacksHost({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion === '1.1' && headers.host === undefined
}
