import type { MailBlock, Sender } from '../texts/mail-blocks.ts'
import { mailLink, renderBlocks } from './blocks.ts'
import { html, lines, type Markup, unbroken } from './markup.ts'
import { ELEMENT_STYLES, OUTLOOK_SHEET, PAPER_COLOR, STYLE_SHEET } from './styles.ts'

/** In characters, beside the subject. */
const PREVIEW_LENGTH = 140
/** Keeps what follows out of the preview. */
const PREVIEW_FILLER = { markup: '&#847;&zwnj;&nbsp;'.repeat(60) }

type Letter = {
  title: string
  /** The title is above the message, too. */
  hasHeadline: boolean
  blocks: readonly MailBlock[]
}

/** HTML for email programs: tables and style attributes only. It loads only the shop's own pictures. */
export function composeHtml({ title, hasHeadline, blocks }: Letter, sender: Sender): string {
  const headline = hasHeadline ? html`<h1 class="m-ink" style="${ELEMENT_STYLES.title}">${unbroken(title)}</h1>` : null
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<meta name="x-apple-disable-message-reformatting">
<title>${title}</title>
<style>${{ markup: STYLE_SHEET }}</style>
<style>${{ markup: OUTLOOK_SHEET }}</style>
</head>
<body class="m-page" style="${ELEMENT_STYLES.body}">
<div aria-hidden="true" style="display:none;max-height:0;overflow:hidden;mso-hide:all">${previewOf(blocks)}${PREVIEW_FILLER}</div>
<div role="article" aria-roledescription="email" lang="en">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="m-page" bgcolor="${PAPER_COLOR}" style="${ELEMENT_STYLES.page}"><tr><td align="center" style="padding:24px 12px 32px">
<!--[if mso]><table role="presentation" width="600" align="center" cellpadding="0" cellspacing="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;margin:0 auto;text-align:left">
<tr><td style="padding:0 8px 20px">${masthead(sender)}</td></tr>
<tr><td class="m-card m-line m-ink m-pad" style="${ELEMENT_STYLES.card}">${headline}${renderBlocks(blocks, sender)}</td></tr>
<tr><td class="m-soft m-foot" style="${ELEMENT_STYLES.footer}">${footer(sender)}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</div>
</body>
</html>
`
  return page.markup
}

/** The beginning of what the message says, or quotes. */
function previewOf(blocks: readonly MailBlock[]): string {
  const texts = blocks.flatMap((block) => {
    if (typeof block === 'string') return /^(Hello|Hi|Dear)\b.*,$/.test(block) ? [] : [block]
    return 'quote' in block ? [block.quote] : []
  })
  return (texts[0] ?? '').replace(/\s+/g, ' ').slice(0, PREVIEW_LENGTH)
}

/** Logo and name, which reads well without pictures. */
function masthead({ name, publicUrl }: Sender): Markup {
  const mark = html`<img src="${publicUrl}/apple-touch-icon.png" width="36" height="36" alt="" style="display:block;border:0;border-radius:8px">`
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td width="48">${mark}</td><td><a href="${publicUrl}/" target="_blank" class="m-ink" style="${ELEMENT_STYLES.name}">${name}</a></td></tr></table>`
}

/** The sender, with contact and address. */
function footer({ name, supportEmail, postalAddress, publicUrl }: Sender): Markup {
  const site = html`<a href="${publicUrl}/" target="_blank" class="m-link" style="${ELEMENT_STYLES.link}">${new URL(publicUrl).host}</a>`
  const address = postalAddress === '' ? null : html`<br>${lines(postalAddress)}`
  return html`<strong class="m-ink" style="${ELEMENT_STYLES.strong}">${name}</strong><br>${mailLink(supportEmail)}<br>${site}${address}`
}
