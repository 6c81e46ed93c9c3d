import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import middie from '@fastify/middie'
import { createServer } from 'vite'
import type { AdminApp } from './admin-app.ts'

const ADMIN = resolve(import.meta.dirname, '../../admin')

/** The admin from its sources, with hot reload. */
export function openDevelopmentAdmin(): AdminApp {
  let finish: (url: string, page: string) => Promise<string> = async (_url, page) => page
  return {
    development: true,
    files: null,
    readPage: async (url) => finish(url, await readFile(resolve(ADMIN, 'index.html'), 'utf8')),
    attach: async (app) => {
      const vite = await createServer({
        configFile: resolve(ADMIN, 'vite.config.ts'),
        // A bundled configuration would be written to a new file each time, and watching it would restart the backend
        // endlessly.
        configLoader: 'native',
        appType: 'custom',
        server: { middlewareMode: true, ws: { server: app.server } },
      })
      finish = (url, page) => vite.transformIndexHtml(url, page)
      await app.register(middie)
      app.use((request, response, next) => {
        if (/^\/admin\/.*[.@]/.test(request.url ?? '')) vite.middlewares(request, response, next)
        else next()
      })
      app.addHook('onClose', () => vite.close())
    },
  }
}
