/** How long something that may hang is waited for, in milliseconds. */
const TIMEOUT_MS = 3000

/** Waits for something that may hang, and goes on without it after that time; it goes on by itself. */
export async function waitBriefly(call: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, TIMEOUT_MS)
  await Promise.race([call, promise]).finally(() => clearTimeout(timer))
}
