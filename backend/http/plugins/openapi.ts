import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { ShopSettings } from '@shop/contract/shop'
import type { FastifyInstance } from 'fastify'
import { SESSION_COOKIE } from '../../admin/secure-access.ts'
import type { Settings } from '../../settings/settings.ts'
import type { CurrentSettings } from '../../settings/shop/current-settings.ts'
import { contentSecurityPolicy } from '../content-security-policy.ts'
import { completeDocument, transformRoute } from './openapi-document.ts'

/** Tags of the document, one per noun. */
const TAGS = {
  catalog: 'Products and what belongs to them.',
  images: 'Photographs and videos of the products.',
  cart: 'What the stock allows a cart to hold.',
  checkout: 'Delivery, sales tax, the card fields, and placing an order, which is refused while orders are paused.',
  orders: 'Looking up orders and cancelling their items.',
  accounts: 'Accounts and sessions of customers.',
  contact: 'Messages to the shop.',
  admin: 'What the owner and helpers do. Each call needs the cookie of a session in the admin.',
  visits: 'Views of pages, counted without a word of who viewed them.',
}

const DOCS = '/api/docs'

/**
 * The API document: a page at /api/docs and JSON at /api/docs/json. Made from the routes that are added after this call
 * and have a tag.
 */
export async function serveApiDocs(
  app: FastifyInstance,
  settings: Settings,
  shopSettings: CurrentSettings,
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: infoOf(shopSettings.last),
      // Relative, so that trying a call stays on the same origin.
      servers: [{ url: '/' }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
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
    transformObject: completeDocument,
  })
  app.addHook('onRequest', async ({ url }) => {
    if (url.startsWith(DOCS)) await shopSettings.read()
  })
  await app.register(swaggerUi, {
    routePrefix: DOCS,
    // The document is made once; the shop's name in it may change.
    transformSpecification: (document) => ({ ...document, info: infoOf(shopSettings.last) }),
    transformSpecificationClone: false,
    // The page has inline styles; pages of the shop may not.
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
    version: '1.0.0',
    description,
    contact: { name, email: supportEmail },
  }
}
