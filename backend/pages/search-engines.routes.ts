import { listProductsEndpoint } from '@shop/contract/catalog'
import { createClient, type Fetch } from '@shop/contract/client'
import { CallError } from '@shop/contract/errors'
import type { ShopSettings } from '@shop/contract/shop'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../http/errors/app-error.ts'
import type { ResponseCache } from '../http/response-cache/response-cache.ts'
import { sendCached } from '../http/response-cache/send-cached.ts'
import { watchForStale } from '../http/response-cache/stale-responses.ts'
import { publicUrlOf, type Settings } from '../settings/settings.ts'
import type { CurrentSettings } from '../settings/shop/current-settings.ts'
import { robots, sitemap, webManifest } from './search-engines.ts'
import type { ServerEntry } from './storefront.ts'

type Content = { body: string; stale?: boolean }

/** Serves sitemap, robots.txt and web manifest. `send` calls the backend. */
export function searchEnginesRoutes(
  app: FastifyInstance,
  { settings, shopSettings }: { settings: Settings; shopSettings: CurrentSettings },
  responseCache: ResponseCache,
  send: Fetch,
  sitemapPaths: ServerEntry['sitemapPaths'],
): void {
  const { apiUrl } = settings

  /** A document that is generated from the shop's settings, with its public URL. */
  async function withShop(make: (shop: ShopSettings, origin: string) => string): Promise<Content> {
    const { shop, stale } = await shopSettings.read()
    return { body: make(shop, publicUrlOf(settings, shop)), stale }
  }

  async function makeSitemap(): Promise<Content> {
    const watched = watchForStale(send)
    const call = createClient(apiUrl ?? '', watched.send)
    try {
      const { products } = await call(listProductsEndpoint, {})
      const paths = await sitemapPaths(products.map(({ product_id }) => product_id))
      const { body, stale } = await withShop((_shop, origin) => sitemap(origin, paths))
      return { body, stale: stale === true || watched.sawStale() }
    } catch (error) {
      // A sitemap without the products would tell search engines that they are gone.
      if (error instanceof CallError) throw new AppError('unavailable')
      throw error
    }
  }

  serve('/sitemap.xml', 'application/xml; charset=utf-8', makeSitemap)
  serve('/robots.txt', 'text/plain; charset=utf-8', () => withShop((_shop, origin) => robots(origin)))
  serve('/manifest.webmanifest', 'application/manifest+json; charset=utf-8', () => withShop(webManifest))

  function serve(path: string, type: string, make: () => Promise<Content>): void {
    app.get(path, async (request: FastifyRequest, reply: FastifyReply) => {
      const response = await responseCache.get(path, async () => ({
        status: 200,
        type,
        headers: reply.getHeaders(),
        ...(await make()),
      }))
      return sendCached(response, request, reply)
    })
  }
}
