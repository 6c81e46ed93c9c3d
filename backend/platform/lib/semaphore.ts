export type Semaphore = {
  acquire: () => Promise<() => void>
  readonly waiting: number
}

/** Lets `permits` callers work at once, in order; waiting longer than `timeout` ms (0: no limit) is an error. */
export function createSemaphore(permits: number, timeout: number): Semaphore {
  let free = permits
  const waiting = new Set<() => void>()

  function release(): void {
    const [next] = waiting
    if (next === undefined) free += 1
    else next()
  }

  /** Its release function works once. */
  function takePermit(): () => void {
    let released = false
    return () => {
      if (!released) release()
      released = true
    }
  }

  function wait(): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const timer = timeout === 0 ? null : setTimeout(timeOut, timeout).unref()
      function proceed(): void {
        if (timer !== null) clearTimeout(timer)
        waiting.delete(proceed)
        resolve(takePermit())
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
      return takePermit()
    },
    get waiting() {
      return waiting.size
    },
  }
}
