import { resolve } from 'node:path'
import middie from '@fastify/middie'
import type { FastifyInstance } from 'fastify'
import { createServer, type ViteDevServer } from 'vite'

/**
 * Attaches a Vite server for the application in `root`, with hot reload, to the requests whose URL `serves` accepts; it
 * closes with the app. An app may have several.
 */
export async function attachVite(
  app: FastifyInstance,
  root: string,
  serves: (url: string) => boolean,
): Promise<ViteDevServer> {
  const vite = await createServer({
    configFile: resolve(root, 'vite.config.ts'),
    // A bundled configuration would be written to a new file each time, and watching it would restart the backend
    // endlessly.
    configLoader: 'native',
    // The backend serves the pages.
    appType: 'custom',
    server: { middlewareMode: true, ws: { server: app.server } },
  })
  if (!app.hasDecorator('use')) await app.register(middie)
  app.use((request, response, next) => {
    if (serves(request.url ?? '')) vite.middlewares(request, response, next)
    else next()
  })
  app.addHook('onClose', () => vite.close())
  return vite
}
