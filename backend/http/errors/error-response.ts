import type { ErrorBody } from '@shop/contract/endpoint'
import type { ShopSettings } from '@shop/contract/shop'
import type { AppError } from './app-error.ts'
import { errorPage } from './error-page.ts'

/** Paths that programs use; their errors are always JSON (R4). */
const NOT_PAGES = /^\/(api|images|assets)([/?]|$)/

/** Retry-After in seconds when the shop is unavailable and nothing more is known. */
const RETRY_AFTER_UNAVAILABLE = 5

/** False for the paths of calls, pictures and built files, existing or not. */
export function isPageAddress(url: string): boolean {
  return !NOT_PAGES.test(url)
}

/** Whether the error should be a page: a page's address was requested by a client that accepts HTML. */
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

/** An error as a response: a page for people, which names the shop, or JSON for calls (R4). Never cached. */
export function errorResponse(
  error: AppError,
  page: ShopSettings | null,
  status: number = error.status,
): ErrorResponse {
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
      'content-type': page !== null ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      ...(retryAfter === null ? {} : { 'retry-after': String(retryAfter) }),
    },
    body: page !== null ? errorPage(code, message, page) : JSON.stringify(body),
  }
}
