import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** What is read of a body that nobody wants; whoever sends more, or more slowly, may see the connection cut. */
const MAX_BYTES = 32 * 1024 * 1024
const MAX_MS = 10_000

/**
 * Reads the rest of a body before its request is rejected, such as one that is too large. Closing a connection on which
 * something waits to be read resets it, and clients that are still sending would then not see the response.
 */
export function drainRejectedBodies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode >= 400 && hasUnreadBody(request.raw)) await drain(request.raw)
  })
}

function hasUnreadBody({ headers, complete, destroyed }: IncomingMessage): boolean {
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  return hasBody && complete === false && !destroyed
}

function drain(body: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0
    const stop = () => {
      clearTimeout(timer)
      body.off('data', count)
      for (const event of ['end', 'close', 'error']) body.off(event, stop)
      resolve()
    }
    const count = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > MAX_BYTES) stop()
    }
    const timer = setTimeout(stop, MAX_MS)
    for (const event of ['end', 'close', 'error']) body.once(event, stop)
    body.on('data', count).resume()
  })
}
