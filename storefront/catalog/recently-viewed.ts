import { asList } from '@shop/contract/coercion'
import { readStored, writeStored } from '../data/browser-storage.ts'
import { parseJson } from '../data/parse-json.ts'

const STORAGE_KEY = 'recentlyViewed'

/** How many products are remembered. */
const REMEMBERED = 8

/** The ids of the products that this browser saw last, each once, newest first. Anything unreadable counts as none. */
export function parseRecentlyViewed(stored: string | null): string[] {
  const ids = asList(parseJson(stored)).filter(
    (id): id is string => typeof id === 'string' && id !== '' && id.length <= 100,
  )
  return [...new Set(ids)].slice(0, REMEMBERED)
}

export function readRecentlyViewed(): string[] {
  return parseRecentlyViewed(readStored(STORAGE_KEY))
}

/** Puts a product first; a browser that refuses to store it remembers nothing. */
export function rememberViewed(productId: string): void {
  const ids = [productId, ...readRecentlyViewed().filter((id) => id !== productId)].slice(0, REMEMBERED)
  writeStored(STORAGE_KEY, JSON.stringify(ids))
}
