import { createClient } from '@shop/contract/http/client'
import type { Manifest, RenderContext } from '@shop/contract/pages/rendering'
import { type DehydratedState, dehydrate, HydrationBoundary } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { App } from './app.tsx'
import { type Api, createQueryClient } from './data/api.tsx'
import { type Assets, type PageData, ShopDocument } from './document.tsx'
import headScript from './inline/head.ts?script'
import { MODULES_ATTRIBUTE, PAGE_DATA_ID } from './inline/names.ts'
import startScript from './inline/start.ts?script'
import { PolicyPreview } from './orders/returns/return-policy-dialog.tsx'
import { buildPath } from './router/route-path.ts'
import { StaticRouter } from './router/router.tsx'
import { matchRoute, type PageRoute, type RouteContext } from './routes.tsx'

export { sitemapPaths } from './routes.tsx'

/** Inline scripts of a page; its security policy contains their hashes. */
export const inlineScripts: readonly string[] = [headScript, startScript]

/** Renders a page with its data, the same for every visitor. */
export async function render(url: string, context: RenderContext): Promise<{ status: number; html: string }> {
  const { pathname, search } = new URL(url, 'http://shop')
  const { route, ...address } = matchRoute(pathname, search)
  const api: Api = { baseUrl: context.apiUrl, call: createClient(context.apiUrl, context.send) }
  const queryClient = createQueryClient({ retries: 0 })
  const loading: RouteContext = { queryClient, api, ...address }
  const [ready] = await Promise.all([loadShared(route, loading, context.sharing), route.page.preload()])
  const server = serverRouteOf(route)
  await server.filterData?.(loading, context.shop)
  const { modules, ...assets } = assetsOf(context.manifest, server.source)
  const data: PageData = {
    apiUrl: context.apiUrl,
    origin: context.origin,
    shop: context.shop,
    assets,
    queries: asStale(dehydrate(queryClient)),
  }
  const shop = { words: {}, ...context.shop }
  const html = renderToString(
    <ShopDocument assets={assets}>
      <StaticRouter location={pathname + search}>
        <HydrationBoundary state={data.queries} queryClient={queryClient}>
          {context.showsPolicy ? (
            <PolicyPreview shop={shop} />
          ) : (
            <App api={api} queryClient={queryClient} origin={context.origin} shop={shop} />
          )}
        </HydrationBoundary>
      </StaticRouter>
    </ShopDocument>,
  )
  const status = ready ? (server.status?.(loading) ?? 200) : 503
  return { status, html: withData(withCloths(html, context.cloths ?? ''), data, modules) }
}

/**
 * The canonical address that a page is cached under: the page's path with known search parameters in a fixed order.
 * `null` for pages that are not cached.
 */
export function cacheKey(url: string): string | null {
  const { pathname, search } = new URL(url, 'http://shop')
  const { route, params, search: parameters } = matchRoute(pathname, search)
  if (route.path === '*') return null
  const path = buildPath(route.path, params)
  const filtered = new URLSearchParams()
  for (const name of serverRouteOf(route).search ?? []) {
    const value = parameters.get(name)
    if (value !== null && value !== '') filtered.set(name, value)
  }
  return filtered.size === 0 ? path : `${path}?${filtered}`
}

function serverRouteOf({ path, server }: PageRoute): NonNullable<PageRoute['server']> {
  if (server === undefined) throw new Error(`the route ${path} has no part for the server`)
  return server
}

/** Data of earlier pages by version: thousands of products are parsed once, not for each search. */
const sharedData = new WeakMap<object, unknown>()

/** Runs the page's queries, but for the one that an earlier page of this version has loaded. Stale data is not shared. */
async function loadShared(
  route: PageRoute,
  context: RouteContext,
  sharing: RenderContext['sharing'],
): Promise<boolean> {
  const queryKey = serverRouteOf(route).sharedQuery?.(context.api)
  if (queryKey === undefined || sharing === undefined) return load(route, context)
  const { queryClient } = context
  queryClient.setQueryData(queryKey, sharedData.get(sharing.version))
  const ready = await load(route, context)
  if (ready && !sharing.sawStale()) sharedData.set(sharing.version, queryClient.getQueryData(queryKey))
  return ready
}

/** Runs the page's queries; `false` when one failed: the page then shows its loading state, and the browser retries. */
async function load({ loader }: PageRoute, context: RouteContext): Promise<boolean> {
  const { queryClient } = context
  const results = await Promise.allSettled(loader?.(context) ?? [])
  for (const query of queryClient.getQueryCache().getAll()) {
    if (query.state.status === 'error') queryClient.getQueryCache().remove(query)
  }
  return results.every((result) => result.status === 'fulfilled')
}

/** Data that came with a page is refreshed at once, however new it is (R5). */
function asStale(state: DehydratedState): DehydratedState {
  const queries = state.queries.map((query) => ({ ...query, state: { ...query.state, dataUpdatedAt: 0 } }))
  return { ...state, queries }
}

/** A page's built files: its styles, and the modules that its script loads. */
function assetsOf(manifest: Manifest | null, source: string): Assets & { modules: string[] } {
  if (manifest === null) return { styles: ['/styles/main.css'], modules: ['/entry-client.tsx'] }
  const files = new Set<string>()
  const styles = new Set<string>()
  const seen = new Set<string>()
  function collect(name: string): void {
    const chunk = manifest?.[name]
    if (chunk === undefined || seen.has(name)) return
    seen.add(name)
    files.add(`/${chunk.file}`)
    for (const style of chunk.css ?? []) styles.add(`/${style}`)
    for (const imported of chunk.imports ?? []) collect(imported)
  }
  collect('entry-client.tsx')
  collect(source)
  return { styles: [...styles], modules: [...files] }
}

/** Adds the dots of colors to the document, where the browser's code needs to know nothing of them. */
function withCloths(html: string, cloths: string): string {
  return cloths === '' ? html : html.replace('<html', () => `<html style="${escapeAttribute(cloths)}"`)
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

/** Adds the page's data and scripts, which are not part of what React hydrates. */
function withData(html: string, data: PageData, modules: string[]): string {
  const json = JSON.stringify(data).replace(/</g, '\\u003c')
  const named = `id="${PAGE_DATA_ID}" ${MODULES_ATTRIBUTE}="${modules.join(' ')}"`
  const tail = `<script type="application/json" ${named}>${json}</script><script>${startScript}</script>`
  // Browsers look for the charset in the first 1,024 bytes.
  const withHeadScript = html.replace(/<meta charset=[^>]*>/i, (charset) => `${charset}<script>${headScript}</script>`)
  return `<!DOCTYPE html>${withHeadScript.replace('</body>', () => `${tail}</body>`)}`
}
