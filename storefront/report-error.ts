/** Logs a fault of the shop's own, in one form for all of them. Nothing of it leaves the browser. */
export function reportError(what: string, error: unknown): void {
  console.error(`Shop: ${what}`, error)
}
