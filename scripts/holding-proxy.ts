import { createServer, type IncomingMessage, request as openRequest, type Server, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Middleware } from './vite-servers.ts'

const HOST = '127.0.0.1'

/** A proxy in front of a server that restarts. */
export type HoldingProxy = {
  server: Server
  /** Sets the port that requests are forwarded to from now on. */
  moveTo: (port: number) => void
}

/**
 * Forwards requests to another server, and holds them while that one restarts, so that no request fails. For
 * development only: request bodies are buffered. What `middleware` responds to is not forwarded.
 */
export function createHoldingProxy(middleware: Middleware = (_request, _response, next) => next()): HoldingProxy {
  const target = createTarget()
  const server = createServer((request, response) => {
    middleware(request, response, () => void hold(request, response, target))
  })
  return { server, moveTo: target.moveTo }
}

type Target = ReturnType<typeof createTarget>

/** The current port, or a promise of the next one. */
function createTarget() {
  let next = Promise.withResolvers<number>()
  let isKnown = false
  const forget = () => {
    if (isKnown) next = Promise.withResolvers()
    isKnown = false
  }
  return {
    port: () => next.promise,
    /** Called with the promise whose port did not respond; another request may have noticed before. */
    lose: (promise: Promise<number>) => {
      if (promise === next.promise) forget()
    },
    moveTo: (port: number) => {
      forget()
      isKnown = true
      next.resolve(port)
    },
  }
}

async function hold(request: IncomingMessage, response: ServerResponse, target: Target): Promise<void> {
  const body = await buffer(request).catch(() => null)
  if (body !== null) await passOn(request, response, body, target)
}

async function passOn(request: IncomingMessage, response: ServerResponse, body: Buffer, target: Target): Promise<void> {
  while (!response.destroyed) {
    const promise = target.port()
    const error = await passOnce(request, response, body, await promise)
    if (error === null) return
    if (!canRepeat(request, error)) {
      response.writeHead(502).end('The backend ended while it worked on this request.')
      return
    }
    target.lose(promise)
  }
}

/** Whether a request can be repeated: it was not accepted, or only reads. */
function canRepeat({ method }: IncomingMessage, error: NodeJS.ErrnoException): boolean {
  return error.code === 'ECONNREFUSED' || method === 'GET' || method === 'HEAD'
}

/** Forwards a request once; returns the error if no response has begun, otherwise `null`. */
function passOnce(
  { method, url, headers }: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  port: number,
): Promise<NodeJS.ErrnoException | null> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.ErrnoException | null>()
  const passed = openRequest({
    host: HOST,
    port,
    method,
    path: url,
    headers: { ...headers, connection: 'close' },
    agent: false,
  })
  passed.once('response', (upstream) => {
    const { connection: _, ...forwarded } = upstream.headers
    response.writeHead(upstream.statusCode ?? 502, forwarded)
    upstream.once('error', () => response.destroy())
    upstream.pipe(response)
    resolve(null)
  })
  passed.once('error', resolve)
  response.once('close', () => passed.destroy())
  passed.end(body)
  return promise
}
