import { sep } from 'node:path'
import serveStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const YEAR = 'public, max-age=31536000, immutable'
const HOUR = 'public, max-age=3600'

/**
 * Serves the storefront's built files, which the build has compressed. Those under /assets have a hash in their name
 * and are immutable; the others (icons, robots.txt) are revalidated after an hour.
 */
export async function serveBuiltFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(serveStatic, {
    root: folder,
    // The picture routes have already added `reply.sendFile`.
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
