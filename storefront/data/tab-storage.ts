/** What one tab keeps until it is closed, as JSON. Never throws: the store may be full, forbidden or absent. */

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
    // There is no store, so there is nothing in it.
  }
}

export function writeTabStored(key: string, value: unknown): void {
  try {
    window.sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // A reload then starts anew; nothing else depends on it.
  }
}
