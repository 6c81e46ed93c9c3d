/** Runs the work of a key once at a time; those that ask meanwhile get its result. */
export function coalesced<Result>(): (key: string, work: () => Promise<Result>) => Promise<Result> {
  const running = new Map<string, Promise<Result>>()
  return (key, work) => {
    const known = running.get(key)
    if (known !== undefined) return known
    const started = work().finally(() => running.delete(key))
    running.set(key, started)
    return started
  }
}

/**
 * Runs the work of a key once at a time; all that ask meanwhile share the next run, which begins after they asked, so that it
 * knows what each of them knew.
 */
export function coalescedNext<Result>(): (key: string, work: () => Promise<Result>) => Promise<Result> {
  const running = new Map<string, Promise<Result>>()
  const waiting = new Map<string, Promise<Result>>()
  const start = (key: string, work: () => Promise<Result>): Promise<Result> => {
    const started = work().finally(() => running.delete(key))
    running.set(key, started)
    return started
  }
  return (key, work) => {
    const [shared, current] = [waiting.get(key), running.get(key)]
    if (shared !== undefined) return shared
    if (current === undefined) return start(key, work)
    const begin = () => {
      waiting.delete(key)
      return start(key, work)
    }
    const next = current.then(begin, begin)
    waiting.set(key, next)
    return next
  }
}
