import type { IncomingMessage, Server } from 'node:http'

/** The error that Node emits when a request takes too long to arrive; `handleClientError` responds to it. */
class RequestTimeoutError extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT'
}

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/**
 * Rejects a request whose body has not arrived within these milliseconds. Node's own `requestTimeout` is one for all
 * requests, and would cut a video that comes over a slow line.
 */
export function limitBodyTime(server: Server, ms: number): (request: IncomingMessage) => void {
  return (request) => {
    const { headers, socket } = request
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
    const timer = setTimeout(() => {
      if (!request.complete) server.emit('clientError', new RequestTimeoutError('the body took too long'), socket)
    }, ms)
    timers.set(request, timer.unref())
    request.once('close', () => clearTimeout(timer))
  }
}

/**
 * Lets the body of an upload take as long as Node's `requestTimeout`. Call it only for people who are signed in; a
 * connection on which nothing arrives is closed nevertheless.
 */
export function allowSlowBody(request: IncomingMessage): void {
  clearTimeout(timers.get(request))
  timers.delete(request)
}

/** Whether a part of the body is still to come, but for those that may be slow. */
export function isAwaitingBody(request: IncomingMessage): boolean {
  return !request.complete && timers.has(request)
}
