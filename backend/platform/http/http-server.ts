import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { isAwaitingBody, limitBodyTime } from './body-time.ts'
import { FORWARDED_FOR } from './forwarded-for.ts'
import type { ResponseCache } from './response-cache/response-cache.ts'

export type ConnectionLimits = {
  /** Until an idle connection is closed, also when a client doesn't read. */
  idle: number
  /** Beyond them new connections are dropped and idle ones closed. */
  max: number
  /** Requests waiting behind an earlier response; browsers and proxies have none. */
  pipelined: number
  /** Until a body has to arrive, except for uploads to the admin. */
  body: number
}

export const CONNECTION_LIMITS: ConnectionLimits = { idle: 60_000, max: 5000, pipelined: 10, body: 30_000 }

/** More than is accepted, so larger requests get an error response. */
const MAX_HEADER_BYTES = 32 * 1024
/** Characters that are read. */
const MAX_HEADER_LENGTH = 1000
const LONG_HEADERS: readonly string[] = ['cookie', FORWARDED_FOR]
/** A video of 60 MB at half a megabit per second. */
const MAX_UPLOAD_MS = 16 * 60_000
const WAITING_SHARE = 0.75
/** Between log lines about the same event. */
const REPORT_INTERVAL_MS = 10_000

export function createHttpServer(
  handler: RequestListener,
  {
    responseCache,
    limits,
    log,
  }: { responseCache: ResponseCache; limits: ConnectionLimits; log: () => FastifyBaseLogger },
): Server {
  const server = createServer({
    requestTimeout: MAX_UPLOAD_MS,
    headersTimeout: 15_000,
    // Longer than proxies keep idle connections, so they don't send into a closing one.
    keepAliveTimeout: 72_000,
    maxHeaderSize: MAX_HEADER_BYTES,
    requireHostHeader: false,
  })
  // Reading makes Node cache the address, which rate limits need after a disconnect.
  server.on('connection', (socket) => {
    if (socket.remoteAddress === undefined) socket.destroy()
  })
  const { inTurn, isWorking } = limitPipelining(limits.pipelined, log)
  const limitBody = limitBodyTime(server, limits.body)
  server.on('request', (request, response) => {
    inTurn(request, response, () => {
      limitBody(request)
      dropLongHeaders(request)
      // While closing, Fastify handles all requests, since it sends `connection: close`.
      if (!server.listening || !responseCache.serve(request, response)) handler(request, response)
    })
  })
  // Node would reject unknown expectations with an empty response.
  server.on('checkExpectation', (request, response) => {
    inTurn(request, response, () => {
      limitBody(request)
      dropLongHeaders(request)
      handler(request, response)
    })
  })
  closeSlowReaders(server, limits.idle, log)
  limitWaiting(server, Math.ceil(limits.max * WAITING_SHARE), isWorking)
  limitConnections(server, limits.max, log)
  return server
}

/** One request of a connection at a time: one client opened all files the process may open, and used gigabytes. */
function limitPipelining(
  max: number,
  log: () => FastifyBaseLogger,
): {
  inTurn: (request: IncomingMessage, response: ServerResponse, work: () => void) => void
  isWorking: (socket: Socket) => boolean
} {
  const pipelines = new WeakMap<Socket, { latest: ServerResponse; waiting: number }>()
  const report = throttleCount((closed) => {
    log().info({ closed }, 'a connection pipelined too many requests and was closed')
  })
  /** Whether a whole request has come in, and the client reads its response. */
  const isWorking = (socket: Socket) => {
    const latest = pipelines.get(socket)?.latest
    const isAnswered = latest === undefined || latest.writableFinished
    return !isAnswered && !isAwaitingBody(latest.req) && socket.writableLength === 0
  }
  const inTurn = ({ socket }: IncomingMessage, response: ServerResponse, work: () => void) => {
    // Requests received before the connection was destroyed are still parsed.
    if (socket.destroyed) return
    const pipeline = pipelines.get(socket)
    if (pipeline === undefined) {
      pipelines.set(socket, { latest: response, waiting: 0 })
      return work()
    }
    const earlier = pipeline.latest
    pipeline.latest = response
    if (earlier.writableFinished) return work()
    if (pipeline.waiting >= max) {
      socket.destroy()
      return report()
    }
    pipeline.waiting += 1
    earlier.once('close', () => {
      pipeline.waiting -= 1
      if (!socket.destroyed) work()
    })
  }
  return { inTurn, isWorking }
}

/** Closes the oldest connection that waits for its client, once too many do: half a body costs a client nothing. */
function limitWaiting(server: Server, max: number, isWorking: (socket: Socket) => boolean): void {
  const open = new Set<Socket>()
  function closeOldest(newest?: Socket): void {
    for (const socket of open) {
      if (isWorking(socket) || socket.destroyed) continue
      if (socket !== newest) socket.destroy()
      return
    }
  }
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    if (open.size > max) closeOldest(socket)
  })
  // All were working when the last one came.
  server.on('drop', () => closeOldest())
}

function closeSlowReaders(server: Server, idle: number, log: () => FastifyBaseLogger): void {
  server.setTimeout(idle, (socket) => {
    if (socket.writableLength > 0) {
      log().info({ bytes: socket.writableLength }, 'a client did not read its response; the connection was closed')
    }
    socket.destroy()
  })
}

function limitConnections(server: Server, max: number, log: () => FastifyBaseLogger): void {
  server.maxConnections = max
  const report = throttleCount((dropped) => {
    log().warn({ connections: max, dropped }, 'too many connections; new ones are dropped')
  })
  server.on('drop', () => {
    server.closeIdleConnections()
    report()
  })
}

function throttleCount(report: (count: number) => void): () => void {
  let count = 0
  let reportedAt = Number.NEGATIVE_INFINITY
  return () => {
    count += 1
    if (performance.now() - reportedAt < REPORT_INTERVAL_MS) return
    report(count)
    reportedAt = performance.now()
    count = 0
  }
}

/** Removes headers over 1,000 characters, which could be slow to parse. Cookies and the list of proxies stay. */
function dropLongHeaders({ rawHeaders, headers }: IncomingMessage): void {
  for (let at = 1; at < rawHeaders.length; at += 2) {
    if ((rawHeaders[at]?.length ?? 0) <= MAX_HEADER_LENGTH) continue
    const name = rawHeaders[at - 1]?.toLowerCase() ?? ''
    if (!LONG_HEADERS.includes(name)) delete headers[name]
  }
}
