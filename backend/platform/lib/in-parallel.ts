import { setTimeout as wait } from 'node:timers/promises'

type Parallel<T> = {
  atOnce: number
  pause: number
  /** Work in none of the running groups; `null` when there is none. */
  next: (running: readonly string[]) => Promise<T | null>
  /** A group, with one piece running at a time. */
  keyOf: (piece: T) => string
  work: (piece: T) => Promise<void>
}

/** Runs until nothing is left. The first failure starts nothing new, and is thrown once the rest has ended. */
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
