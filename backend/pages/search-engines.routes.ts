import { catalogEndpoints } from '@shop/contract/catalog/schemas'
import { createClient, type Fetch } from '@shop/contract/http/client'
import { CallError } from '@shop/contract/http/errors'
import type { ShopSettings } from '@shop/contract/pages/shop'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../platform/http/errors/app-error.ts'
import type { ResponseCache } from '../platform/http/response-cache/response-cache.ts'
import { sendCached, watchForStale } from '../platform/http/response-cache/send-cached.ts'
import type { CurrentSettings } from '../platform/settings/current-settings.ts'
import { publicUrlOf, type Settings } from '../platform/settings/settings.ts'
import type { ServerEntry } from './storefront.ts'

type Content = { body: string; stale?: boolean }

/** Serves sitemap, robots.txt and web manifest. */
export function searchEnginesRoutes(
  app: FastifyInstance,
  { settings, shopSettings }: { settings: Settings; shopSettings: CurrentSettings },
  responseCache: ResponseCache,
  send: Fetch,
  sitemapPaths: ServerEntry['sitemapPaths'],
): void {
  const { apiUrl } = settings

  /** Generates a document from the shop's settings and public URL. */
  async function withShop(make: (shop: ShopSettings, origin: string) => string): Promise<Content> {
    const { shop, stale } = await shopSettings.read()
    return { body: make(shop, publicUrlOf(settings, shop)), stale }
  }

  async function makeSitemap(): Promise<Content> {
    const watched = watchForStale(send)
    const call = createClient(apiUrl ?? '', watched.send)
    try {
      const { products } = await call(catalogEndpoints.listProducts, {})
      const paths = await sitemapPaths(products.map(({ product_id }) => product_id))
      const { body, stale } = await withShop((_shop, origin) => sitemap(origin, paths))
      return { body, stale: stale === true || watched.sawStale() }
    } catch (error) {
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

/** The limit of search engines. */
const MAX_ADDRESSES = 50_000

/** `origin` has no trailing slash. */
export function sitemap(origin: string, paths: readonly string[]): string {
  const entries = paths.slice(0, MAX_ADDRESSES).map((path) => `  <url><loc>${asXml(`${origin}${path}`)}</loc></url>`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n')
}

/** Allows everything: crawlers must be able to read `noindex`. */
export function robots(origin: string): string {
  return `User-agent: *\nDisallow:\n\nSitemap: ${origin}/sitemap.xml\n`
}

export function webManifest(shop: ShopSettings): string {
  const icon = (file: string, size: number, purpose: 'any' | 'maskable' = 'any') => ({
    src: `/${file}`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  return JSON.stringify({
    name: shop.name,
    short_name: shop.name,
    description: shop.description,
    lang: 'en-US',
    start_url: '/',
    display: 'minimal-ui',
    background_color: '#f7f3ec',
    theme_color: '#f7f3ec',
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      icon('icon-192.png', 192),
      icon('icon-512.png', 512),
      icon('icon-maskable-512.png', 512, 'maskable'),
    ],
  })
}

function asXml(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/'/g, '&apos;')
    .replace(/"/g, '&quot;')
}
