import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import type { OpenAPIV3 } from 'openapi-types'
import { contentSecurityPolicy } from '../http/content-security-policy.ts'
import type { Settings } from '../settings.ts'
import { openApiDocument } from './openapi-document.ts'

let document: OpenAPIV3.Document | null = null

/** The calls for people at /api/docs, and for tools at /api/docs/json. */
export async function serveApiDocs(app: FastifyInstance, settings: Settings): Promise<void> {
  // The plugin's types know each field of OpenAPI one by one; the document is checked as a whole by a test.
  document ??= openApiDocument() as unknown as OpenAPIV3.Document
  await app.register(swagger, { mode: 'static', specification: { document } })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    // Its page writes styles into itself; no page of the shop may.
    staticCSP: contentSecurityPolicy(settings).replace("style-src 'self'", "style-src 'self' 'unsafe-inline'"),
    uiConfig: { docExpansion: 'list', tryItOutEnabled: true },
    theme: {
      title: 'Calls of the shop',
      css: [{ filename: 'shop.css', content: '.swagger-ui .topbar { display: none }' }],
    },
  })
}
