import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { resolve } from 'node:path'
import { createServer, type HotPayload, type ViteDevServer } from 'vite'
import type { ViteApplication, ViteCall } from '../backend/http/development-vite.ts'

export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/** Vite of both applications. */
export type ViteServers = {
  middleware: Middleware
  /** Runs a call of the backend. */
  call: (call: ViteCall) => Promise<unknown>
  /** Reloads the pages that are open in browsers. */
  reload: () => void
}

/** Which requests go to an application's Vite first; everything else goes to the backend. */
const SERVES: Readonly<Record<ViteApplication, (url: string) => boolean>> = {
  storefront: (url) => !/^\/((api|images)\/|admin(\/|\?|$))/.test(url),
  admin: (url) => /^\/admin\/.*[.@]/.test(url),
}

/** Opens Vite for the applications in these folders, with hot reload over the server's WebSockets. */
export async function openViteServers(
  server: Server,
  roots: Readonly<Record<ViteApplication, string>>,
): Promise<ViteServers> {
  const servers = { storefront: await openVite(server, roots.storefront), admin: await openVite(server, roots.admin) }
  server.on('close', () => void Promise.all([servers.storefront.close(), servers.admin.close()]))
  return {
    middleware: (request, response, next) => {
      const url = request.url ?? ''
      const serving = SERVES.admin(url) ? servers.admin : SERVES.storefront(url) ? servers.storefront : null
      if (serving === null) next()
      else serving.middlewares(request, response, next)
    },
    call: (call) => runCall(servers[call.application], call),
    reload: () => {
      for (const { ws } of Object.values(servers)) ws.send({ type: 'full-reload' })
    },
  }
}

function openVite(server: Server, root: string): Promise<ViteDevServer> {
  return createServer({
    configFile: resolve(root, 'vite.config.ts'),
    configLoader: 'native',
    // The backend serves the pages.
    appType: 'custom',
    server: { middlewareMode: true, ws: { server } },
  })
}

async function runCall(vite: ViteDevServer, call: ViteCall): Promise<unknown> {
  if (call.name === 'transformHtml') return vite.transformIndexHtml(call.url, call.html)
  if (!isHotPayload(call.payload)) throw new Error('not a call of the module runner')
  return vite.environments.ssr.hot.handleInvoke(call.payload)
}

function isHotPayload(payload: unknown): payload is HotPayload {
  return typeof payload === 'object' && payload !== null && 'type' in payload && payload.type === 'custom'
}
