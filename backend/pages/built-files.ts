import { sep } from 'node:path'
import serveStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const YEAR = 'public, max-age=31536000, immutable'
const HOUR = 'public, max-age=3600'

/**
 * Serves the storefront's built files, compressed ahead by the build. Those under /assets carry a hash in their name
 * and never change; the few others (icons, robots.txt) are asked for again after an hour.
 */
export async function serveBuiltFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(serveStatic, {
    root: folder,
    // The pictures' routes have added `reply.sendFile`; a second time would be refused.
    decorateReply: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    index: false,
    globIgnore: ['.vite/**', '**/*.br', '**/*.gz'],
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes(`${sep}assets${sep}`) ? YEAR : HOUR)
    },
  })
}
