/** Local storage that never throws: it may be full, forbidden or absent. */

/** A stored text; `null` where there is none, or the browser denies the storage. */
export function readStored(key: string): string | null {
  try {
    return window.localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores a text; `false` when the browser refused. */
export function writeStored(key: string, text: string): boolean {
  try {
    window.localStorage.setItem(key, text)
    return true
  } catch {
    return false
  }
}

export function removeStored(key: string): void {
  try {
    window.localStorage.removeItem(key)
  } catch {
    // Storage is not available, so there is nothing to remove.
  }
}

/** Calls back when another tab changed one of the keys, or when Back restored this page from the cache (R13). */
export function onStoredChange(keys: readonly string[], callback: () => void): void {
  window.addEventListener('storage', (event) => {
    if (event.key === null || keys.includes(event.key)) callback()
  })
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) callback()
  })
}

export function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

/** Session storage as JSON. Never throws: it may be full, forbidden or absent. */

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
