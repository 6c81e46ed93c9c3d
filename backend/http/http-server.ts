import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import type { ResponseCache } from '../response-cache/response-cache.ts'

/** How patient the server is with its connections. */
export type ConnectionLimits = {
  /** Milliseconds after which a connection on which nothing moves is closed: a reader that takes nothing, too. */
  idle: number
  /** Connections at once. When there are more, those that wait for nothing are closed to make room. */
  most: number
  /** Requests that one connection may send while it waits for an earlier answer: browsers and proxies send none. */
  pipelined: number
}

export const CONNECTION_LIMITS: ConnectionLimits = { idle: 60_000, most: 5000, pipelined: 10 }

/** Longer than what is answered, so that whoever sends too much can be told in full. Bytes of address and headers. */
const MAX_HEADER_SIZE = 32 * 1024
/** How often the log is told of the same at most, in milliseconds. */
const TELL_EVERY = 10_000

/** A plain Node server that gives kept answers by itself and asks Fastify for the rest. */
export function createHttpServer(
  handler: RequestListener,
  {
    responseCache,
    limits,
    log,
  }: { responseCache: ResponseCache; limits: ConnectionLimits; log: () => FastifyBaseLogger },
): Server {
  const server = createServer({
    requestTimeout: 30_000,
    headersTimeout: 15_000,
    // Longer than proxies keep a connection, so that none sends a request into one that closes.
    keepAliveTimeout: 72_000,
    maxHeaderSize: MAX_HEADER_SIZE,
    requireHostHeader: false,
  })
  // Node remembers an address that was asked for once; without that a visitor who has left would have none to count by.
  server.on('connection', (socket) => void socket.remoteAddress)
  const isGreedy = watchPipelining(limits.pipelined, log)
  server.on('request', (request, response) => {
    if (isGreedy(request, response)) return
    // Once closing, Fastify tells connections to end.
    if (!server.listening || !responseCache.serve(request, response)) handler(request, response)
  })
  // No expectation is known here; Node would refuse each with an empty answer.
  server.on('checkExpectation', (request, response) => {
    if (!isGreedy(request, response)) handler(request, response)
  })
  closeSlowReaders(server, limits.idle, log)
  capConnections(server, limits.most, log)
  return server
}

/**
 * Closes a connection that sends request upon request without waiting for answers. Node works on all of them at once,
 * so that a dozen connections opened thousands of files and took hundreds of megabytes.
 */
function watchPipelining(
  most: number,
  log: () => FastifyBaseLogger,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const latest = new WeakMap<Socket, ServerResponse>()
  const waiting = new WeakMap<Socket, number>()
  const tell = tellSometimes((closed) => {
    log().info({ closed }, 'a connection asked for more without waiting for answers; it was closed')
  })
  return ({ socket }, response) => {
    // What was sent before the connection was closed is still read out.
    if (socket.destroyed) return true
    const isWaiting = latest.get(socket)?.writableFinished === false
    latest.set(socket, response)
    if (!isWaiting) return false
    const others = waiting.get(socket) ?? 0
    if (others >= most) {
      socket.destroy()
      tell()
      return true
    }
    waiting.set(socket, others + 1)
    response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1))
    return false
  }
}

function closeSlowReaders(server: Server, idle: number, log: () => FastifyBaseLogger): void {
  server.setTimeout(idle, (socket) => {
    if (socket.writableLength > 0) {
      log().info(
        { bytes: socket.writableLength },
        'a visitor took none of an answer for too long; the connection was closed',
      )
    }
    socket.destroy()
  })
}

function capConnections(server: Server, most: number, log: () => FastifyBaseLogger): void {
  server.maxConnections = most
  const tell = tellSometimes((dropped) => {
    log().warn({ connections: most, dropped }, 'too many connections; new ones are turned away')
  })
  server.on('drop', () => {
    server.closeIdleConnections()
    tell()
  })
}

/** Counts events and tells of them at most every few seconds. */
function tellSometimes(tell: (count: number) => void): () => void {
  let count = 0
  let told = Number.NEGATIVE_INFINITY
  return () => {
    count += 1
    if (performance.now() - told < TELL_EVERY) return
    tell(count)
    told = performance.now()
    count = 0
  }
}
