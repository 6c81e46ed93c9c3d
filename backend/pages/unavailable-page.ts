import { shop } from '../../shop.config.ts'

/** What a visitor sees when nothing can be rendered and nothing is kept. Styles stand inline: the policy allows attributes only. */
export const UNAVAILABLE_PAGE = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Back in a moment · ${shop.name}</title>
</head>
<body style="margin:0;min-height:100vh;display:grid;place-items:center;background:#f7f3ec;color:#1d2a36;font:17px/1.6 system-ui,sans-serif">
<main style="max-width:30rem;padding:2rem">
<p style="margin:0;color:#a3542b">${shop.name}</p>
<h1 style="margin:.25rem 0 1rem;font:600 2rem/1.2 Georgia,serif">Back in a moment</h1>
<p>The shop is not available right now. Your cart is kept in your browser.</p>
<p><a href="" style="color:#a3542b">Try again</a> or write to <a href="mailto:${shop.supportEmail}" style="color:#a3542b">${shop.supportEmail}</a>.</p>
</main>
</body>
</html>
`
