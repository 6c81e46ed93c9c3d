import type { IncomingMessage, Server } from 'node:http'

/** Emitted by Node when a request takes too long to arrive. */
class RequestTimeoutError extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT'
}

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/** Rejects a body that takes longer. Node's `requestTimeout` is one for all requests, and must allow a slow upload. */
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

/** Gives an upload as long as `requestTimeout`. Only for people who are signed in. */
export function allowSlowBody(request: IncomingMessage): void {
  clearTimeout(timers.get(request))
  timers.delete(request)
}

/** Whether part of the body is still to come, except for slow uploads. */
export function isAwaitingBody(request: IncomingMessage): boolean {
  return !request.complete && timers.has(request)
}
