/** Rejects when a promise takes longer than so many milliseconds: a driver that lost a call never responds to it. */
export function within<T>(milliseconds: number, what: string, promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`${what} took more than ${milliseconds / 1000} s`)), milliseconds)
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
