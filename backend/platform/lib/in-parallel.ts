import { setTimeout as wait } from 'node:timers/promises'

type Parallel<T> = {
  atOnce: number
  /** Milliseconds after which more work is looked for while some still runs. */
  pause: number
  /** The next piece of work that belongs to none of the running ones; `null` when there is none at the moment. */
  next: (running: readonly string[]) => Promise<T | null>
  /** The group of a piece: of each only one runs at a time. */
  keyOf: (piece: T) => string
  work: (piece: T) => Promise<void>
}

/** Works until nothing is left and all has ended. The first failure is thrown once what runs has ended, and starts nothing new. */
export async function inParallel<T>({ atOnce, pause, next, keyOf, work }: Parallel<T>): Promise<void> {
  const running = new Map<string, Promise<void>>()
  const failures: unknown[] = []
  while (failures.length === 0) {
    const piece = running.size < atOnce ? await next([...running.keys()]).catch(fail) : null
    if (piece === null && running.size === 0) break
    if (piece === null) await untilOneEnds()
    else start(piece)
  }
  await Promise.all(running.values())
  if (failures.length > 0) throw failures[0]

  function start(piece: T): void {
    const key = keyOf(piece)
    const ended = work(piece)
      .catch(fail)
      .then(() => void running.delete(key))
    running.set(key, ended)
  }

  async function untilOneEnds(): Promise<void> {
    const timer = new AbortController()
    await Promise.race([
      ...running.values(),
      wait(pause, undefined, { signal: timer.signal, ref: false }).catch(() => {}),
    ])
    timer.abort()
  }

  function fail(error: unknown): null {
    failures.push(error)
    return null
  }
}
