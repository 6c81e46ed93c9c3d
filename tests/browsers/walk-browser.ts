/**
 * A browser under the walk. Elements are named by XPath, which both WebDriver BiDi and classic WebDriver understand;
 * each call waits until the element is visible, and rejects after `WAIT_MS`.
 */
export type WalkBrowser = {
  /** Its name and version. */
  name: string
  open: (address: string) => Promise<void>
  waitFor: (xpath: string) => Promise<void>
  /** Waits until no element matches. */
  waitUntilGone: (xpath: string) => Promise<void>
  click: (xpath: string) => Promise<void>
  /** Types into an empty field. */
  fill: (xpath: string, text: string) => Promise<void>
  /** Chooses an option of a `select` by its value. */
  choose: (xpath: string, value: string) => Promise<void>
  /** Console errors, console warnings and uncaught errors so far. */
  problems: () => Promise<readonly string[]>
  close: () => Promise<void>
}

/** Milliseconds, generous for a busy machine. */
export const WAIT_MS = 20_000

export const WINDOW = { width: 1280, height: 900 } as const

/** Rejects when a promise takes longer than so many milliseconds: a driver that lost a call never responds to it. */
export function within<T>(milliseconds: number, what: string, promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`${what} took more than ${milliseconds / 1000} s`)), milliseconds)
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
