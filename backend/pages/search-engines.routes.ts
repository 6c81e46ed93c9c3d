import { listProductsEndpoint } from '@shop/contract/catalog'
import { createClient, type Fetch } from '@shop/contract/client'
import { CallError } from '@shop/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors/app-error.ts'
import type { ResponseCache } from '../response-cache/response-cache.ts'
import { sendCached } from '../response-cache/send-cached.ts'
import { watchForStale } from '../response-cache/stale-responses.ts'
import type { Settings } from '../settings.ts'
import { robots, sitemap, webManifest } from './search-engines.ts'
import type { ServerEntry } from './storefront.ts'

type Content = { body: string; stale?: boolean }

/** Serves sitemap, robots.txt and web manifest. `send` calls the backend. */
export function searchEnginesRoutes(
  app: FastifyInstance,
  settings: Settings,
  responseCache: ResponseCache,
  send: Fetch,
  sitemapPaths: ServerEntry['sitemapPaths'],
): void {
  const { publicUrl, apiUrl } = settings

  async function makeSitemap(): Promise<Content> {
    const watched = watchForStale(send)
    const call = createClient(apiUrl ?? '', watched.send)
    try {
      const { products } = await call(listProductsEndpoint, {})
      const paths = await sitemapPaths(products.map(({ product_id }) => product_id))
      return { body: sitemap(publicUrl, paths), stale: watched.sawStale() }
    } catch (error) {
      // A sitemap without the products would tell search engines that they are gone.
      if (error instanceof CallError) throw new AppError('unavailable')
      throw error
    }
  }

  serve('/sitemap.xml', 'application/xml; charset=utf-8', makeSitemap)
  serve('/robots.txt', 'text/plain; charset=utf-8', async () => ({ body: robots(publicUrl) }))
  serve('/manifest.webmanifest', 'application/manifest+json; charset=utf-8', async () => ({ body: webManifest() }))

  function serve(path: string, type: string, make: () => Promise<Content>): void {
    app.get(path, async (request: FastifyRequest, reply: FastifyReply) => {
      const answer = await responseCache.get(path, async () => ({
        status: 200,
        type,
        headers: reply.getHeaders(),
        ...(await make()),
      }))
      return sendCached(answer, request, reply)
    })
  }
}
