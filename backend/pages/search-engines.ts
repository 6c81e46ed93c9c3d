import type { ShopSettings } from '@shop/contract/shop'

/** The most that search engines accept in one file. */
const MAX_ADDRESSES = 50_000

/** The sitemap. `origin` has no trailing slash. */
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

/** Allows everything: pages that should not be indexed are `noindex`, which crawlers must be able to read. */
export function robots(origin: string): string {
  return `User-agent: *\nDisallow:\n\nSitemap: ${origin}/sitemap.xml\n`
}

/** How the shop appears on a phone's home screen. */
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
