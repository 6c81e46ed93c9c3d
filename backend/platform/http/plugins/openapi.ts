import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { ShopSettings } from '@shop/contract/pages/shop'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AdminGroups } from '../../call-groups.ts'
import { PROGRAM_VERSION } from '../../lib/program-version.ts'
import type { CurrentSettings } from '../../settings/current-settings.ts'
import type { Settings } from '../../settings/settings.ts'
import { contentSecurityPolicy } from '../content-security-policy.ts'
import type { ResponseCache } from '../response-cache/response-cache.ts'
import { sendCached } from '../response-cache/send-cached.ts'
import { SESSION_COOKIE } from '../secure-access.ts'
import { completeDocument, transformRoute } from './openapi-document.ts'

const DOCS_PATH = '/api/docs'

type DocumentContext = {
  settings: Settings
  shopSettings: CurrentSettings
  responseCache: ResponseCache
  adminGroups: AdminGroups
}

/** The API document: a page at /api/docs and JSON at /api/docs/json, of routes with a tag added after this call. */
export async function serveApiDocs(
  app: FastifyInstance,
  { settings, shopSettings, responseCache, adminGroups }: DocumentContext,
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: infoOf(shopSettings.last),
      // Relative, so trying a call stays on the same origin.
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer', description: 'The token of a session' },
          adminSession: {
            type: 'apiKey',
            in: 'cookie',
            name: SESSION_COOKIE,
            description: 'The session of an owner or a helper; over https its name begins with `__Secure-`',
          },
        },
      },
    },
    hideUntagged: true,
    transform: transformRoute,
    transformObject: completeDocument(adminGroups),
  })
  const JSON_PATH = `${DOCS_PATH}/json`
  async function sendDocument(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const response = await responseCache.get(JSON_PATH, async () => {
      const { shop, stale } = await shopSettings.read()
      const body = JSON.stringify({ ...app.swagger(), info: infoOf(shop) })
      return { status: 200, type: 'application/json; charset=utf-8', body, headers: reply.getHeaders(), stale }
    })
    return sendCached(response, request, reply)
  }
  await app.register(swaggerUi, {
    routePrefix: DOCS_PATH,
    uiHooks: {
      onRequest: async (request, reply) => {
        const { url } = request.routeOptions
        if (url === JSON_PATH) return sendDocument(request, reply)
        // JSON is YAML, which would take a second to write.
        if (url === `${DOCS_PATH}/yaml`) return reply.redirect(JSON_PATH, 308)
      },
    },
    // This page has inline styles; pages of the shop may not.
    staticCSP: contentSecurityPolicy(settings).replace("style-src 'self'", "style-src 'self' 'unsafe-inline'"),
    uiConfig: { docExpansion: 'list', tryItOutEnabled: true },
    theme: {
      title: 'Calls of the shop',
      css: [{ filename: 'shop.css', content: '.swagger-ui .topbar { display: none }' }],
    },
  })
}

function infoOf({ name, description, supportEmail }: ShopSettings) {
  return {
    title: `${name}: calls of the shop`,
    version: PROGRAM_VERSION,
    description,
    contact: { name, email: supportEmail },
  }
}
