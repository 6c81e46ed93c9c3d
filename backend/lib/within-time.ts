/** Rejects when a promise takes longer; a later result is dropped. */
export async function withinTime<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('took too long')), ms)
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
