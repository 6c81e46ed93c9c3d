/** Session storage as JSON. Never throws: it may be full, forbidden or absent. */

/** A value of this tab; `null` where there is none, or the browser denies the storage. */
export function readTabStored(key: string): unknown {
  try {
    return JSON.parse(window.sessionStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

export function removeTabStored(key: string): void {
  try {
    window.sessionStorage.removeItem(key)
  } catch {
    // Storage is not available, so it is empty.
  }
}

/** Stores a value as JSON for this tab; without a storage nothing happens. */
export function writeTabStored(key: string, value: unknown): void {
  try {
    window.sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // The value is lost on reload; nothing else depends on it.
  }
}
