import { createServer, type RequestListener, type Server } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type { Kept } from './pages/kept.ts'

/** How patient the server is with its connections. */
export type ConnectionLimits = {
  /** Milliseconds after which a connection on which nothing moves is closed: a reader that takes nothing, too. */
  idle: number
  /** Connections at once. When there are more, those that wait for nothing are closed to make room. */
  most: number
}

export const CONNECTION_LIMITS: ConnectionLimits = { idle: 60_000, most: 5000 }

/** Longer than what is answered, so that whoever sends too much can be told in full. Bytes of address and headers. */
const MAX_HEADER_SIZE = 32 * 1024
/** How often a full house is told to the log at most, in milliseconds. */
const TELL_EVERY = 10_000

/** A plain Node server that gives kept answers by itself and asks Fastify for the rest. */
export function createShopServer(
  handler: RequestListener,
  { kept, limits, log }: { kept: Kept; limits: ConnectionLimits; log: () => FastifyBaseLogger },
): Server {
  const server = createServer({
    requestTimeout: 30_000,
    headersTimeout: 15_000,
    // Longer than proxies keep a connection, so that none sends a request into one that closes.
    keepAliveTimeout: 72_000,
    maxHeaderSize: MAX_HEADER_SIZE,
    requireHostHeader: false,
  })
  server.on('request', (request, response) => {
    // Once closing, Fastify tells connections to end.
    if (!server.listening || !kept.serve(request, response)) handler(request, response)
  })
  // No expectation is known here; Node would refuse each with an empty answer.
  server.on('checkExpectation', handler)
  closeSlowReaders(server, limits.idle, log)
  capConnections(server, limits.most, log)
  return server
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
  let dropped = 0
  let told = Number.NEGATIVE_INFINITY
  server.on('drop', () => {
    dropped += 1
    server.closeIdleConnections()
    if (performance.now() - told < TELL_EVERY) return
    log().warn({ connections: most, dropped }, 'too many connections; new ones are turned away')
    told = performance.now()
    dropped = 0
  })
}
