import type { FastifyBaseLogger } from 'fastify'

type Log = Pick<FastifyBaseLogger, 'error'>
type Fields = Record<string, unknown>

/** How long errors of one cause are counted before the next line tells of them, in milliseconds, where requests fail. */
const PERIOD = 1000

export type ErrorLog = {
  /** Logs an error, as it was described for the log, that is the first of its cause; those that follow within a period become one line with their count. */
  report: (log: Log, fields: Fields, error: Fields, message: string) => void
  /** Tells what was counted and not yet told. */
  close: () => void
}

/** A database that is away fails every request alike: the log then has a line a period, not thousands. */
export function createErrorLog(period = PERIOD): ErrorLog {
  const causes = new Map<string, { count: number; tell: () => void; timer: NodeJS.Timeout }>()

  function watch(key: string, log: Log, error: Fields, message: string): void {
    const cause = {
      count: 0,
      tell: () => {
        if (cause.count > 0) log.error({ error, count: cause.count }, `${message}, repeatedly`)
        else stop(key)
        cause.count = 0
      },
      timer: setInterval(() => cause.tell(), period).unref(),
    }
    causes.set(key, cause)
  }

  function stop(key: string): void {
    clearInterval(causes.get(key)?.timer)
    causes.delete(key)
  }

  return {
    report: (log, fields, error, message) => {
      // Where the words are withheld, the place tells causes apart.
      const key = JSON.stringify([message, error.name, error.code, error.message ?? error.frames])
      const cause = causes.get(key)
      if (cause !== undefined) {
        cause.count += 1
        return
      }
      log.error({ ...fields, error }, message)
      watch(key, log, error, message)
    },
    close: () => {
      for (const [key, cause] of causes) {
        cause.tell()
        stop(key)
      }
    },
  }
}
