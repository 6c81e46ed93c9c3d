import type { FastifyInstance } from 'fastify'
import { publicUrlOf, type Settings } from '../../settings/settings.ts'
import { isAdminRequest } from '../secure-access.ts'

/** Webmail shows the icon and pictures of products. */
const SHARED_PATHS = ['/api/', '/images/', '/apple-touch-icon.png']

/** Lets pages of PUBLIC_URL use calls and pictures from another origin (R1), except the admin's, which use cookies. */
export function allowOwnPages(app: FastifyInstance, settings: Settings): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!SHARED_PATHS.some((path) => request.url.startsWith(path))) return
    if (isAdminRequest(request)) return
    const { origin } = new URL(publicUrlOf(settings, app.shop()))
    reply.headers({ 'access-control-allow-origin': origin, 'cross-origin-resource-policy': 'cross-origin' })
  })
  app.options('/api/*', async (_request, reply) => {
    return reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': 'authorization, content-type',
        'access-control-max-age': '86400',
      })
      .send()
  })
}
