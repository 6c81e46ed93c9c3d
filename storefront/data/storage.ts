/** The last order of this browser, which the confirmation shows (section 3). */
export const LATEST_ORDER_KEY = 'latestOrder'
/** The press of Pay Now whose answer is not final (`checkout/open/attempt.ts`); in the tab's storage, its key. */
export const ATTEMPT_KEY = 'orderAttempt'

/** Stores that never throw: they may be full, forbidden or absent. */
function attempt<T>(action: () => T, otherwise: T): T {
  try {
    return action()
  } catch {
    return otherwise
  }
}

/** A text in local storage; `null` where there is none, or the browser denies the storage. */
export function readStored(key: string): string | null {
  return attempt(() => window.localStorage.getItem(key), null)
}

/** Stores a text; `false` when the browser refused. */
export function writeStored(key: string, text: string): boolean {
  return attempt(() => {
    window.localStorage.setItem(key, text)
    return true
  }, false)
}

export function removeStored(key: string): void {
  attempt(() => window.localStorage.removeItem(key), undefined)
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
  return attempt(() => JSON.parse(text ?? 'null'), null)
}

export function readTabStored(key: string): unknown {
  return parseJson(attempt(() => window.sessionStorage.getItem(key), null))
}

export function removeTabStored(key: string): void {
  attempt(() => window.sessionStorage.removeItem(key), undefined)
}

/** Data that cannot be stored is lost on reload; nothing else depends on it. */
export function writeTabStored(key: string, value: unknown): void {
  attempt(() => window.sessionStorage.setItem(key, JSON.stringify(value)), undefined)
}
