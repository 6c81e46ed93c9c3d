import { ERROR_STATUS, type ErrorCode } from '@shop/contract/http/errors'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { isDatabaseUnavailable, isDiskFull, isReadOnly } from '../../database/unavailable.ts'
import '../../lib/zod-locale.ts'
import { AppError, ERROR_MESSAGES, type ErrorDetail, OverloadedError } from './app-error.ts'

/** Maps a thrown value. Anything unknown becomes `internal` with a fixed message. */
export function toAppError(error: Error & { statusCode?: number | undefined }): AppError {
  if (error instanceof AppError) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    const details = error.validation.map(({ instancePath, message }): ErrorDetail => {
      return { field: instancePath.slice(1).replaceAll('/', '.'), message: message ?? 'is not right' }
    })
    return new AppError('invalid_request', ERROR_MESSAGES.invalid_request, details)
  }
  if (error instanceof OverloadedError || isDatabaseUnavailable(error)) return new AppError('unavailable')
  return new AppError(codeOfStatus(error.statusCode))
}

const ERROR_SENTENCES = {
  databaseFull: 'The disk of the database is full, so nothing was saved. Ask your technical contact to free up space.',
  diskFull: 'The disk for uploaded files is full, so nothing was saved. Ask your technical contact to free up space.',
  readOnly:
    'The disk of the shop may only be read, so nothing was saved. Ask your technical contact to mount it for writing.',
} as const

/** The error for those who run the shop, with details. */
export function toAdminError(error: Parameters<typeof toAppError>[0]): AppError {
  if (isDiskFull(error)) return new AppError('unavailable', ERROR_SENTENCES.databaseFull)
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'ENOSPC' || code === 'EDQUOT') return new AppError('unavailable', ERROR_SENTENCES.diskFull)
  if (code === 'EROFS' || isReadOnly(error)) return new AppError('unavailable', ERROR_SENTENCES.readOnly)
  return toAppError(error)
}

/** Fastify's own errors (invalid JSON, too large, unknown type, bad URL) have a status. */
function codeOfStatus(status: number | undefined): ErrorCode {
  if (status === undefined || status < 400) return 'internal'
  for (const [code, known] of Object.entries(ERROR_STATUS)) if (known === status && isErrorCode(code)) return code
  return status < 500 ? 'invalid_request' : 'internal'
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_STATUS, code)
}
