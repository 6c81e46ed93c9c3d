import { unavailableMessage } from '../../database/unavailable.ts'
import { OverloadedError } from './overloaded-error.ts'
import { OwnerError } from './owner-error.ts'

const SAFE_ERRORS = [TypeError, ReferenceError, RangeError, OverloadedError]

/**
 * The loggable part of an error: where it happened, and its message only if that cannot contain what a visitor typed
 * (messages of databases and parsers can).
 */
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
