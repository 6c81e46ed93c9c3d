import type { FastifyBaseLogger } from 'fastify'
import { unavailableMessage } from '../../database/unavailable.ts'
import { OverloadedError, OwnerError } from './app-error.ts'

type Log = Pick<FastifyBaseLogger, 'error'>
type Fields = Record<string, unknown>

const COUNTING_PERIOD_MS = 1000

export type ErrorLog = {
  /** Logs the first error of a cause, and repetitions within a period as one line. `error` is from `describeError`. */
  report: (log: Log, fields: Fields, error: Fields, message: string) => void
  close: () => void
}

/** Deduplicates errors: while the database is unavailable every request fails alike. */
export function createErrorLog(period = COUNTING_PERIOD_MS): ErrorLog {
  const causes = new Map<string, { count: number; logCount: () => void; timer: NodeJS.Timeout }>()

  function watch(key: string, log: Log, error: Fields, message: string): void {
    const cause = {
      count: 0,
      logCount: () => {
        if (cause.count > 0) log.error({ error, count: cause.count }, `${message}, repeatedly`)
        else stop(key)
        cause.count = 0
      },
      timer: setInterval(() => cause.logCount(), period).unref(),
    }
    causes.set(key, cause)
  }

  function stop(key: string): void {
    clearInterval(causes.get(key)?.timer)
    causes.delete(key)
  }

  return {
    report: (log, fields, error, message) => {
      // Stack frames distinguish causes without a message.
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
        cause.logCount()
        stop(key)
      }
    },
  }
}

const SAFE_ERRORS = [TypeError, ReferenceError, RangeError, OverloadedError]

/** The loggable part of an error: its place, and its message only if that can't contain what a visitor typed. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error }
  if (error instanceof OwnerError) return { message: error.message }
  const code = 'code' in error ? String(error.code) : undefined
  const isSafe =
    SAFE_ERRORS.some((known) => error instanceof known) || code?.startsWith('ERR_') || code?.startsWith('FST_')
  return {
    name: error.name,
    code,
    message: isSafe ? error.message : unavailableMessage(error),
    frames: error.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 8),
  }
}
