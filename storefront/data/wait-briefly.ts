/** Milliseconds to wait for something that may hang. */
const TIMEOUT_MS = 3000

/** Waits for a promise, but not longer than the timeout; the work itself continues. */
export async function waitBriefly(call: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, TIMEOUT_MS)
  await Promise.race([call, promise]).finally(() => clearTimeout(timer))
}
