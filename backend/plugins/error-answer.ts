import { ERROR_STATUS, type ErrorBody } from '@shop/contract/errors'
import type { Refusal } from '../refusal.ts'
import { errorPage } from './error-page.ts'

/** Programs ask these; their refusals are JSON, whoever asks (R4). */
const NOT_PAGES = /^\/(api|images|assets)([/?]|$)/

/** False for the addresses of calls, pictures and built files, whether there is anything or not. */
export function isPageAddress(url: string): boolean {
  return !NOT_PAGES.test(url)
}

/** True when a person is to see the answer: a page was asked for, by something that shows HTML. */
export function wantsPage({
  url = '/',
  accept = '',
}: {
  url: string | undefined
  accept: string | undefined
}): boolean {
  return accept.includes('text/html') && isPageAddress(url)
}

export type ErrorAnswer = { status: number; headers: Record<string, string>; body: string }

/** A refusal as it is sent: a page for a person, the body of R4 for a call. Browsers never store it. */
export function errorAnswer(
  refusal: Refusal,
  asPage: boolean,
  status: number = ERROR_STATUS[refusal.code],
): ErrorAnswer {
  const { code, message, details } = refusal
  const retryAfter = refusal.retryAfter ?? (code === 'unavailable' ? 5 : null)
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
