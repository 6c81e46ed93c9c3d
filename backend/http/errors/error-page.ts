import type { ErrorCode } from '@shop/contract/errors'
import type { ShopSettings } from '@shop/contract/shop'
import { escapeHtml } from '../../lib/escape-html.ts'

/** Titles of error pages; other codes share one. */
const TITLES: Partial<Record<ErrorCode, string>> = {
  not_found: 'Page not found',
  rate_limited: 'One moment, please',
  unavailable: 'Back in a moment',
}
const TITLE = 'That did not work'

/** Errors that a retry may solve. */
const PASSING: readonly ErrorCode[] = ['rate_limited', 'internal', 'unavailable']
const LINK = 'style="color:#a3542b"'

/**
 * The page a person sees when no page can be rendered. It uses no script, style sheet or picture, since those may be
 * unavailable too. Its styles are attributes, the only inline form that the content security policy allows.
 */
export function errorPage(code: ErrorCode, message: string, shop: Pick<ShopSettings, 'name' | 'supportEmail'>): string {
  const title = TITLES[code] ?? TITLE
  const mail = `<a href="mailto:${shop.supportEmail}" ${LINK}>${shop.supportEmail}</a>`
  const again = PASSING.includes(code) ? `<a href="" ${LINK}>Try again</a>, go` : 'Go'
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
<p>${escapeHtml(message)} Nothing of yours is lost: your cart is kept in your browser.</p>
<p>${again} to <a href="/shop" ${LINK}>the shop</a> or write to ${mail}.</p>
</main>
</body>
</html>
`
}
