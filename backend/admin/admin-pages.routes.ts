import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import serveStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../platform/http/errors/app-error.ts'

const YEAR_LONG_CACHING = 'private, max-age=31536000, immutable'

/** Replaced by a new nonce in each response. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__'

/** Serves the admin's single page for every URL below /admin. It is neither cached nor indexed. */
export async function adminPagesRoutes(app: FastifyInstance, admin: AdminApp): Promise<void> {
  if (admin.files !== null) await serveFiles(app, admin.files)
  app.all('/admin/assets/*', async () => {
    throw new AppError('not_found')
  })
  for (const url of ['/admin', '/admin/*']) {
    app.get(url, async (request, reply) => {
      const nonce = randomBytes(16).toString('base64')
      reply.headers({ 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' })
      if (admin.development !== true) reply.header('content-security-policy', adminPolicy(nonce))
      return (await admin.readPage(request.url)).replaceAll(NONCE_PLACEHOLDER, nonce)
    })
  }
}

/** Style elements need the nonce; style attributes only affect their element. */
function adminPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "media-src 'self' blob: https:",
    "frame-src 'self'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ')
}

async function serveFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(serveStatic, {
    root: folder,
    prefix: '/admin/',
    decorateReply: false,
    wildcard: false,
    preCompressed: true,
    acceptRanges: false,
    cacheControl: false,
    index: false,
    globIgnore: ['index.html', 'built-from.txt', '**/*.br', '**/*.gz'],
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes(`${sep}assets${sep}`) ? YEAR_LONG_CACHING : 'no-cache')
    },
  })
}

/** The admin's application: a build, a development server, or a fake in tests. */
export type AdminApp = {
  readPage: (url: string) => Promise<string>
  /** The built files; `null` when the development server serves them. */
  files: string | null
  development?: boolean
}

const DIST_FOLDER = resolve(import.meta.dirname, '../../admin/dist')

export async function loadBuiltAdmin(dist: string = DIST_FOLDER): Promise<AdminApp> {
  const file = join(dist, 'index.html')
  if (!existsSync(file)) throw new Error('The admin is not built yet: run "npm run build", or start with "npm start".')
  const page = await readFile(file, 'utf8')
  return { readPage: async () => page, files: dist }
}
