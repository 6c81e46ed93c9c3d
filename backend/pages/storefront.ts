import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Fetch } from '@shop/contract/client'
import type { FastifyInstance } from 'fastify'

/** Vite's list of built files by source; only handed through. */
export type Manifest = Record<string, { file: string; css?: string[]; imports?: string[]; dynamicImports?: string[] }>

export type RenderContext = { send: Fetch; manifest: Manifest | null; origin: string; apiUrl: string }

/** What the storefront's server entry offers. */
export type ServerEntry = {
  render: (url: string, context: RenderContext) => Promise<{ status: number; html: string }>
  /** The canonical address a page is kept under; `null`: it is not worth keeping. */
  cacheKey: (url: string) => string | null
  /** The paths of all pages for search engines, a product's page for each product. */
  sitemapPaths: (productIds: readonly string[]) => string[] | Promise<string[]>
  /** The scripts that stand in a page itself, to the letter. */
  inlineScripts: readonly string[]
}

/** The storefront as the backend sees it: a build, a development server, or a fake in tests. */
export type Storefront = ServerEntry & {
  manifest: Manifest | null
  /** Folder with the built files, `null` when something else serves them. */
  files: string | null
  development?: boolean
  /** Hangs its own middleware into the app. */
  attach?: (app: FastifyInstance) => Promise<void>
}

const DIST = resolve(import.meta.dirname, '../../storefront/dist')

/** The built storefront. Throws one clear sentence when it has not been built. */
export async function loadBuiltStorefront(dist: string = DIST): Promise<Storefront> {
  const server = join(dist, 'server/entry-server.js')
  const files = join(dist, 'client')
  if (!existsSync(server))
    throw new Error('The storefront is not built yet: run "npm run build", or start with "npm start".')
  const entry: ServerEntry = await import(pathToFileURL(server).href)
  const manifest: Manifest = JSON.parse(await readFile(join(files, '.vite/manifest.json'), 'utf8'))
  const { render, cacheKey, sitemapPaths, inlineScripts } = entry
  return { render, cacheKey, sitemapPaths, inlineScripts, manifest, files }
}
