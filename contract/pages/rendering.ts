import type { Fetch } from '../http/client.ts'
import type { Shop } from './shop.ts'

/** Vite's manifest of the browser build: source file → built files. */
export type Manifest = Record<string, { file: string; css?: string[]; imports?: string[]; dynamicImports?: string[] }>

/** The context that the backend gives the storefront to render a page. */
export type RenderContext = {
  /** Calls the backend: in process, or over the network for another one. */
  send: Fetch
  /** `null` in development, where Vite serves the sources. */
  manifest: Manifest | null
  /** The shop's public address without a trailing slash, or empty. */
  origin: string
  /** The backend's base address as the browser reaches it, empty for the same origin (R1). */
  apiUrl: string
  shop: Shop
  /** Dots of colors that have a value of their own, as declarations of CSS. */
  cloths?: string
  /** Whether a preview shows only the return policy, which a page has in a dialog. */
  showsPolicy?: true
  /**
   * Lets pages share data; without it, as in a preview, a page loads its own. `version` is the same object until the catalog
   * changes; `sawStale` whether a call of this page had a stale response.
   */
  sharing?: { version: object; sawStale: () => boolean }
}
