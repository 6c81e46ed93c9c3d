import type { ShopSettings } from '@shop/contract/shop'
import { escapeHtml, withoutBidiControls } from '../../lib/text.ts'

/** A block of a message: a paragraph, a list of facts, a bulleted list, or a quotation. */
export type MailBlock =
  | string
  | { facts: readonly (readonly [label: string, value: string])[] }
  | { list: readonly string[] }
  | { quote: string }

type Signer = Pick<ShopSettings, 'name' | 'supportEmail'>

/** The message as plain text, signed with the shop's name. */
export function composeText(blocks: readonly MailBlock[], shop: Signer): string {
  return [...blocks.map(blockText), signature(shop).join('\n')].join('\n\n').concat('\n')
}

/** The message as simple HTML; all text is escaped. */
export function composeHtml(title: string, blocks: readonly MailBlock[], shop: Signer): string {
  const body = [...blocks.map(blockHtml), `<p>${signature(shop).map(escapeHtml).join('<br>')}</p>`].join('\n')
  return [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>`,
    '<body style="font-family: Georgia, serif; font-size: 16px; line-height: 1.5; max-width: 36em; margin: 2em auto; padding: 0 1em">',
    body,
    '</body></html>',
    '',
  ].join('\n')
}

function signature({ name, supportEmail }: Signer): string[] {
  return [name, supportEmail]
}

function blockText(block: MailBlock): string {
  if (typeof block === 'string') return block
  if ('facts' in block) return block.facts.map(([label, value]) => `${label}: ${withoutBidiControls(value)}`).join('\n')
  if ('list' in block) return block.list.map((item) => `- ${item}`).join('\n')
  return block.quote
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${line}`)
    .join('\n')
}

function blockHtml(block: MailBlock): string {
  if (typeof block === 'string') return `<p>${escapeHtml(block).replaceAll('\n', '<br>')}</p>`
  if ('facts' in block) {
    const rows = block.facts.map(([label, value]) => {
      return `<tr><th align="left" valign="top">${escapeHtml(label)}</th><td>${escapeHtml(withoutBidiControls(value))}</td></tr>`
    })
    return `<table cellpadding="4">${rows.join('')}</table>`
  }
  if ('list' in block) return `<ul>${block.list.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`
  return `<blockquote style="white-space: pre-wrap; margin-left: 1em">${escapeHtml(block.quote)}</blockquote>`
}
