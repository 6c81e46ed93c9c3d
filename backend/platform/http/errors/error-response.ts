import type { ErrorBody } from '@shop/contract/http/endpoint'
import type { ErrorCode } from '@shop/contract/http/errors'
import type { ShopSettings } from '@shop/contract/pages/shop'
import type { FastifyReply } from 'fastify'
import { escapeHtml } from '../../lib/text.ts'
import type { AppError } from './app-error.ts'

/** Used by programs: errors are always JSON (R4). */
const NOT_PAGES = /^\/(api|images|assets)([/?]|$)/

/** When the shop is unavailable and nothing more is known. */
const RETRY_AFTER_SECONDS = 5

/** False for the paths of calls, pictures and built files, existing or not. */
export function isPageAddress(url: string): boolean {
  return !NOT_PAGES.test(url)
}

/** Whether the error is a page: a client that accepts HTML requested a page's address. */
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

/** A page for people, JSON for calls (R4). Never cached. */
export function errorResponse(
  error: AppError,
  page: ShopSettings | null,
  status: number = error.status,
): ErrorResponse {
  const { code, message, details } = error
  const retryAfter = error.retryAfter ?? (code === 'unavailable' ? RETRY_AFTER_SECONDS : null)
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

const ERROR_TITLES: Partial<Record<ErrorCode, string>> = {
  not_found: 'Page not found',
  rate_limited: 'One moment, please',
  unavailable: 'Back in a moment',
}
const OTHER_TITLE = 'That did not work'

/** Errors that a retry may solve. */
const PASSING_CODES: readonly ErrorCode[] = ['rate_limited', 'internal', 'unavailable']
const LINK_STYLE = 'style="color:#a3542b"'

/** The page when none can be rendered: it loads nothing, and the policy allows style attributes. */
function errorPage(code: ErrorCode, message: string, shop: Pick<ShopSettings, 'name' | 'supportEmail'>): string {
  const title = ERROR_TITLES[code] ?? OTHER_TITLE
  const address = escapeHtml(shop.supportEmail)
  const mail = `<a href="mailto:${address}" ${LINK_STYLE}>${address}</a>`
  const again = PASSING_CODES.includes(code) ? `<a href="" ${LINK_STYLE}>Try again</a>, go` : 'Go'
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${escapeHtml(shop.name)}</title>
</head>
<body style="margin:0;min-height:100vh;display:grid;place-items:center;background:#f7f3ec;color:#1d2a36;font:17px/1.6 system-ui,sans-serif">
<main style="max-width:30rem;padding:2rem">
<p style="margin:0;color:#a3542b">${escapeHtml(shop.name)}</p>
<h1 style="margin:.25rem 0 1rem;font:600 2rem/1.2 Georgia,serif">${title}</h1>
<p>${escapeHtml(message)} Your cart is safe.</p>
<p>${again} to <a href="/shop" ${LINK_STYLE}>the shop</a> or write to ${mail}.</p>
</main>
</body>
</html>
`
}

declare module 'fastify' {
  interface FastifyInstance {
    shop: () => ShopSettings
  }
}

/** Sends a page or JSON (R4). Pass `status` only where HTTP has a more specific one. */
export function sendError(reply: FastifyReply, error: AppError, status?: number): FastifyReply {
  const { url, headers } = reply.request
  const page = wantsPage({ url, accept: headers.accept }) ? reply.server.shop() : null
  return send(reply, errorResponse(error, page, status))
}

/** Sends an error as a page, whatever the request accepts. */
export function sendErrorPage(reply: FastifyReply, error: AppError): FastifyReply {
  return send(reply, errorResponse(error, reply.server.shop()))
}

function send(reply: FastifyReply, { status, headers, body }: ErrorResponse): FastifyReply {
  return reply.code(status).headers(headers).send(body)
}
