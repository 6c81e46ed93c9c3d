import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors/app-error.ts'

/**
 * Rejects requests with a NUL character in any text: no shopper types one, PostgreSQL cannot store one, and SQLite
 * truncates at it.
 */
export function rejectNullBytes(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ params, query, body }) => {
    // A file that is uploaded is no text.
    const texts = body instanceof Readable ? [params, query] : [params, query, body]
    if (hasNullByte(texts)) throw new AppError('invalid_request')
  })
}

/** Checks every text, names of fields included; without recursion, since a body may be deeply nested. */
export function hasNullByte(value: unknown): boolean {
  const ahead: unknown[] = [value]
  while (ahead.length > 0) {
    const next = ahead.pop()
    if (typeof next === 'string' && next.includes('\0')) return true
    if (typeof next === 'object' && next !== null) for (const entry of Object.entries(next)) ahead.push(...entry)
  }
  return false
}
