import type { ErrorBody } from '@shop/contract/errors'
import type { AppError } from './app-error.ts'
import { errorPage } from './error-page.ts'

/** Programs ask these; their errors are JSON, whatever the request accepts (R4). */
const NOT_PAGES = /^\/(api|images|assets)([/?]|$)/

/** Seconds after which a call is worth repeating when the shop is unavailable and nothing more is known. */
const RETRY_AFTER_UNAVAILABLE = 5

/** False for the addresses of calls, pictures and built files, whether there is anything or not. */
export function isPageAddress(url: string): boolean {
  return !NOT_PAGES.test(url)
}

/** True when a person is to see the response: a page was asked for, by a client that shows HTML. */
export function wantsPage({
  url = '/',
  accept = '',
}: {
  url: string | undefined
  accept: string | undefined
}): boolean {
  return accept.includes('text/html') && isPageAddress(url)
}

export type ErrorResponse = { status: number; headers: Record<string, string>; body: string }

/** An error as it is sent: a page for a person, the body of R4 for a call. Browsers never store it. */
export function errorResponse(error: AppError, asPage: boolean, status: number = error.status): ErrorResponse {
  const { code, message, details } = error
  const retryAfter = error.retryAfter ?? (code === 'unavailable' ? RETRY_AFTER_UNAVAILABLE : null)
  const body: ErrorBody = {
    success: false,
    error: code,
    message,
    ...(details === null ? {} : { details: [...details] }),
  }
  return {
    status,
    headers: {
      'content-type': asPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      ...(retryAfter === null ? {} : { 'retry-after': String(retryAfter) }),
    },
    body: asPage ? errorPage(code, message) : JSON.stringify(body),
  }
}
