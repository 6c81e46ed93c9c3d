/** Logs an internal error in a uniform format; nothing is sent. */
export function reportError(what: string, error: unknown): void {
  console.error(`Shop: ${what}`, error)
}
