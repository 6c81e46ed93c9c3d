import type { Fetch } from '../http/client.ts'
import type { Shop } from './shop.ts'

export type Manifest = Record<string, { file: string; css?: string[]; imports?: string[]; dynamicImports?: string[] }>

export type RenderContext = {
  send: Fetch
  /** `null` in development, where Vite serves the sources. */
  manifest: Manifest | null
  origin: string
  /** The backend's address for the browser, empty for the same origin (R1). */
  apiUrl: string
  shop: Shop
  cloths?: string
  /** A preview shows only the return policy, which is in a dialog otherwise. */
  showsPolicy?: true
  /**
   * Lets pages share data. `version` changes with the catalog; `sawStale`: a call of this page had a stale response.
   */
  sharing?: { version: object; sawStale: () => boolean }
}
