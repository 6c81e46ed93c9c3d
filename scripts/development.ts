import { readFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { buildErrorMessage, createServer, type ViteDevServer } from 'vite'
import type { ServerEntry } from '../backend/pages/storefront.ts'
import type { Development } from '../backend/start/start-shop.ts'

const ROOT = join(import.meta.dirname, '..')

/** The paths that Vite answers, by application; all else is the backend's, the pages included. */
const SERVED_PATHS = {
  storefront: (url: string) => !/^\/((api|images)\/|admin(\/|\?|$))/.test(url),
  admin: (url: string) => /^\/admin\/.*[.@]/.test(url),
}

/** Serves storefront and admin from their sources: a page is rendered from the current code, and browsers reload it. */
export function openDevelopment(): Development {
  const server = Promise.withResolvers<Server>()
  const storefront = openVite('storefront', server.promise)
  const admin = openVite('admin', server.promise)
  const load = async () => (await storefront).ssrLoadModule('/entry-server.tsx') as Promise<ServerEntry>
  return {
    storefront: {
      development: true,
      manifest: null,
      files: null,
      cacheKey: () => null,
      inlineScripts: [],
      sitemapPaths: async (productIds) => (await load()).sitemapPaths(productIds),
      render: async (url, context) => {
        try {
          const { status, html } = await (await load()).render(url, context)
          return { status, html: withoutGaps(await (await storefront).transformIndexHtml(url, html)) }
        } catch (error) {
          return { status: 500, html: errorPage(await storefront, error) }
        }
      },
    },
    admin: {
      development: true,
      files: null,
      readPage: async (url) =>
        (await admin).transformIndexHtml(url, await readFile(join(ROOT, 'admin/index.html'), 'utf8')),
    },
    listen: async (http) => {
      server.resolve(http)
      serveSources(http, { storefront: await storefront, admin: await admin })
    },
    close: async () => {
      await Promise.all([(await storefront).close(), (await admin).close()])
    },
  }
}

/** Vite of an application; pages are told of changes over the WebSockets of the shop's own server. */
async function openVite(application: 'storefront' | 'admin', server: Promise<Server>): Promise<ViteDevServer> {
  return createServer({
    configFile: join(ROOT, application, 'vite.config.ts'),
    configLoader: 'native',
    appType: 'custom',
    server: { middlewareMode: true, ws: { server: await server } },
  })
}

/** Asks Vite before the backend. */
function serveSources(server: Server, vite: Record<keyof typeof SERVED_PATHS, ViteDevServer>): void {
  const [backend] = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const url = request.url ?? ''
    const passOn = () => void backend?.call(server, request, response)
    if (SERVED_PATHS.admin(url)) vite.admin.middlewares(request, response, passOn)
    else if (SERVED_PATHS.storefront(url)) vite.storefront.middlewares(request, response, passOn)
    else passOn()
  })
}

/** Vite puts its scripts on separate lines; React would report the line breaks as a hydration mismatch. */
function withoutGaps(html: string): string {
  return html.replace(/(<head>|<\/script>)\s+(?=<)/g, '$1')
}

/** A page that could not be rendered: file, line and message in the terminal and in Vite's overlay. */
function errorPage(vite: ViteDevServer, thrown: unknown): string {
  const error = firstCause(thrown)
  vite.ssrFixStacktrace(error)
  vite.config.logger.error(buildErrorMessage(error, [error.message]))
  const { message, stack = '' } = error
  const shown = JSON.stringify({ ...error, message, stack }).replaceAll('<', '\\u003c')
  return `<!DOCTYPE html><title>${error.name}</title><script type="module">
    import { ErrorOverlay } from '/@vite/client'
    document.body.append(new ErrorOverlay(${shown}))
  </script>`
}

/** The storefront wraps what loading a page's code threw. */
function firstCause(thrown: unknown): Error {
  if (!(thrown instanceof Error)) return new Error(String(thrown))
  return thrown.cause === undefined ? thrown : firstCause(thrown.cause)
}
