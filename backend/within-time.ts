/** What a promise gives, unless it takes longer: then it is an error, and what comes of it later is dropped. */
export async function withinTime<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('took too long')), ms)
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
