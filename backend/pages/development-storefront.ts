import { createViteRunner, transformHtml } from '../http/development-vite.ts'
import type { ServerEntry, Storefront } from './storefront.ts'

/** The storefront from its sources: every request renders the current code, and the browser reloads changes. */
export function openDevelopmentStorefront(): Storefront {
  const runner = createViteRunner('storefront')
  const load = () => runner.import<ServerEntry>('/entry-server.tsx')
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
      return { status, html: withoutGaps(await transformHtml('storefront', url, html)) }
    },
  }
}

/** Vite puts its scripts on separate lines; React would report the line breaks as a hydration mismatch. */
function withoutGaps(html: string): string {
  return html.replace(/(<head>|<\/script>)\s+(?=<)/g, '$1')
}
