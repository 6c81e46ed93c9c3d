import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Manifest, RenderContext } from '@shop/contract/pages/rendering'

export type ServerEntry = {
  render: (url: string, context: RenderContext) => Promise<{ status: number; html: string }>
  /** The canonical address that a page is cached under; `null`: do not cache. */
  cacheKey: (url: string) => string | null
  /** The paths of all pages for search engines, with a page per product. */
  sitemapPaths: (productIds: readonly string[]) => string[] | Promise<string[]>
  /** Inline scripts of the page, exactly as rendered. */
  inlineScripts: readonly string[]
}

/** The storefront as the backend sees it: a build, a development server, or a fake in tests. */
export type Storefront = ServerEntry & {
  manifest: Manifest | null
  /** Folder with the built files, `null` when something else serves them. */
  files: string | null
  development?: boolean
}

const DIST_FOLDER = resolve(import.meta.dirname, '../../storefront/dist')

/** Loads the built storefront. Throws a sentence for the owner when it was not built. */
export async function loadBuiltStorefront(dist: string = DIST_FOLDER): Promise<Storefront> {
  const server = join(dist, 'server/entry-server.js')
  const files = join(dist, 'client')
  if (!existsSync(server))
    throw new Error('The storefront is not built yet: run "npm run build", or start with "npm start".')
  const entry: ServerEntry = await import(pathToFileURL(server).href)
  const manifest: Manifest = JSON.parse(await readFile(join(files, '.vite/manifest.json'), 'utf8'))
  const { render, cacheKey, sitemapPaths, inlineScripts } = entry
  return { render, cacheKey, sitemapPaths, inlineScripts, manifest, files }
}
