import { resolve } from 'node:path'
import { attachVite } from '../http/attach-vite.ts'
import type { ServerEntry, Storefront } from './storefront.ts'

const STOREFRONT = resolve(import.meta.dirname, '../../storefront')

/** The storefront from its sources: every request renders the current code, and the browser reloads changes. */
export function openDevelopmentStorefront(): Storefront {
  let load: () => Promise<ServerEntry> = () => Promise.reject(new Error('not attached yet'))
  let finish: (url: string, html: string) => Promise<string> = async (_url, html) => html
  return {
    development: true,
    manifest: null,
    files: null,
    cacheKey: () => null,
    inlineScripts: [],
    sitemapPaths: async (productIds) => (await load()).sitemapPaths(productIds),
    render: async (url, context) => {
      const { render } = await load()
      const { status, html } = await render(url, context)
      return { status, html: await finish(url, html) }
    },
    attach: async (app) => {
      // Calls, pictures and the admin go to the backend, everything else to Vite first.
      const vite = await attachVite(app, STOREFRONT, (url) => !/^\/((api|images)\/|admin(\/|\?|$))/.test(url))
      load = async () => {
        const entry = await vite.ssrLoadModule('/entry-server.tsx')
        const { render, cacheKey, sitemapPaths, inlineScripts } = entry
        return { render, cacheKey, sitemapPaths, inlineScripts }
      }
      finish = async (url, html) => withoutGaps(await vite.transformIndexHtml(url, html))
    },
  }
}

/** Vite puts its scripts on separate lines; React would report the line breaks as a hydration mismatch. */
function withoutGaps(html: string): string {
  return html.replace(/(<head>|<\/script>)\s+(?=<)/g, '$1')
}
