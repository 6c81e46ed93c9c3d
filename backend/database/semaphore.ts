export type Semaphore = {
  /** Waits for a free place and answers the function that gives it back. */
  acquire: () => Promise<() => void>
  /** How many wait for a place. */
  readonly waiting: number
}

/** Lets at most `permits` work at once, first come, first served; who waits longer than `timeout` ms (0: any time) is refused. */
export function createSemaphore(permits: number, timeout: number): Semaphore {
  let free = permits
  const waiting = new Set<() => void>()

  function leave(): void {
    const [next] = waiting
    if (next === undefined) free += 1
    else next()
  }

  /** A place that is given back once, however often it is asked. */
  function place(): () => void {
    let left = false
    return () => {
      if (!left) leave()
      left = true
    }
  }

  function wait(): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const timer = timeout === 0 ? null : setTimeout(timeOut, timeout).unref()
      function proceed(): void {
        if (timer !== null) clearTimeout(timer)
        waiting.delete(proceed)
        resolve(place())
      }
      function timeOut(): void {
        waiting.delete(proceed)
        reject(new Error('timeout exceeded when waiting for a free connection'))
      }
      waiting.add(proceed)
    })
  }

  return {
    acquire: async () => {
      if (free === 0) return wait()
      free -= 1
      return place()
    },
    get waiting() {
      return waiting.size
    },
  }
}
