import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Manifest, RenderContext } from '@shop/contract/pages/rendering'

export type ServerEntry = {
  render: (url: string, context: RenderContext) => Promise<{ status: number; html: string }>
  /** `null`: do not cache. */
  cacheKey: (url: string) => string | null
  /** For search engines, with a page per product. */
  sitemapPaths: (productIds: readonly string[]) => string[] | Promise<string[]>
  /** Exactly as rendered. */
  inlineScripts: readonly string[]
}

/** The storefront: a build, a development server, or a fake in tests. */
export type Storefront = ServerEntry & {
  manifest: Manifest | null
  /** `null` when something else serves them. */
  files: string | null
  development?: boolean
}

const DIST_FOLDER = resolve(import.meta.dirname, '../../storefront/dist')

/** Throws a sentence for the owner without a build. */
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
