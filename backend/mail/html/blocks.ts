import { canParseUrl } from '@shop/contract/http/older-browsers'
import { type Cents, formatMoney } from '@shop/contract/money'
import { withoutBidiControls } from '../../platform/lib/text.ts'
import type { MailBlock, MailItem, Sender } from '../texts/mail-blocks.ts'
import { html, lines, type Markup, unbroken } from './markup.ts'
import { ELEMENT_STYLES, INK_COLOR } from './styles.ts'

/** With more, Gmail would cut the message. */
const MAX_PICTURES = 20
const PICTURE_SIZE_PX = 64

/** Sums after items share their table, so all amounts align. */
export function renderBlocks(blocks: readonly MailBlock[], sender: Sender): Markup[] {
  return blocks.map((block, index) => {
    const [before, next] = [blocks[index - 1], blocks[index + 1]]
    if (isSums(block) && isItems(before)) return html``
    if (isItems(block)) return orderTable(block.items, isSums(next) ? next.sums : [], sender)
    return renderBlock(block, sender)
  })
}

function isItems(block: MailBlock | undefined): block is { items: readonly MailItem[] } {
  return typeof block === 'object' && 'items' in block
}

function isSums(block: MailBlock | undefined): block is { sums: readonly (readonly [string, string])[] } {
  return typeof block === 'object' && 'sums' in block
}

function renderBlock(block: MailBlock, sender: Sender): Markup {
  if (typeof block === 'string') return paragraph(block, sender)
  if ('button' in block) return button(block, sender)
  if ('facts' in block) return facts(block.facts)
  if ('sums' in block) return orderTable([], block.sums, sender)
  if ('items' in block) return orderTable(block.items, [], sender)
  if ('list' in block) {
    return html`<ul style="${ELEMENT_STYLES.list}">${block.list.map((text) => html`<li style="${ELEMENT_STYLES.entry}">${text}</li>`)}</ul>`
  }
  return html`<blockquote class="m-line m-soft" style="${ELEMENT_STYLES.quote}">${lines(block.quote)}</blockquote>`
}

function paragraph(text: string, { supportEmail, publicUrl }: Sender): Markup {
  if (isWebLink(text) && text.startsWith(`${publicUrl}/`)) {
    return html`<p style="${ELEMENT_STYLES.paragraph}"><a href="${text}" target="_blank" class="m-link" style="${ELEMENT_STYLES.link}">${text}</a></p>`
  }
  const parts = unbroken(text).split(supportEmail)
  const linked = parts.flatMap((part, index) => (index === 0 ? lines(part) : [mailLink(supportEmail), ...lines(part)]))
  return html`<p style="${ELEMENT_STYLES.paragraph}">${linked}</p>`
}

/** The shop's address as a link. */
export function mailLink(email: string): Markup {
  return html`<a href="mailto:${email}" class="m-link" style="${ELEMENT_STYLES.link}">${email}</a>`
}

/** A link as a button; text that is no web link stays text. */
function button({ button: label, url }: { button: string; url: string }, sender: Sender): Markup {
  if (!isWebLink(url)) return paragraph(url, sender)
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td class="m-button" bgcolor="${INK_COLOR}" style="${ELEMENT_STYLES.button}"><a href="${url}" target="_blank" class="m-button-link" style="${ELEMENT_STYLES.buttonLink}">${label}</a></td></tr></table>`
}

function isWebLink(url: string): boolean {
  return /^https?:\/\/\S+$/i.test(url) && canParseUrl(url)
}

function facts(rows: readonly (readonly [string, string])[]): Markup {
  const cells = rows.map(
    ([label, value]) =>
      html`<tr><td valign="top" class="m-soft" style="${ELEMENT_STYLES.label}">${label}</td><td valign="top" class="m-ink" style="${ELEMENT_STYLES.fact}">${withoutBidiControls(value)}</td></tr>`,
  )
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="${ELEMENT_STYLES.table}">${cells}</table>`
}

function orderTable(
  items: readonly MailItem[],
  sums: readonly (readonly [string, string])[],
  { publicUrl }: Sender,
): Markup {
  const isLong = items.length > MAX_PICTURES
  const withPictures = !isLong && items.some(({ picture }) => picture !== null)
  const rows = items.map((item) => (isLong ? shortRow(item) : itemRow(item, withPictures ? publicUrl : null)))
  const span = withPictures ? 2 : 1
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${ELEMENT_STYLES.table}">${rows}${sums.map((sum, index) => sumRow(sum, { span, position: index, isTotal: index === sums.length - 1 }))}</table>`
}

/** `pictures`: their base URL; `null` shows none. */
function itemRow({ name, quantity, picture, cents }: MailItem, pictures: string | null): Markup {
  const shown = pictures === null ? null : pictureCell(picture, { name, pictures })
  const amount = cents === null ? null : amountCell(cents)
  const count =
    quantity === 1 ? null : html`<br><span class="m-soft" style="${ELEMENT_STYLES.soft}">Quantity: ${quantity}</span>`
  return html`<tr>${shown}<td class="m-ink m-line" style="${ELEMENT_STYLES.cell}">${name}${count}</td>${amount}</tr>`
}

/** Without a picture. */
function shortRow({ name, quantity, cents }: MailItem): Markup {
  const amount =
    cents === null
      ? null
      : html`<td class="m-ink m-line" align="right" style="${ELEMENT_STYLES.row}">${formatMoney(cents)}</td>`
  return html`<tr><td class="m-ink m-line" style="${ELEMENT_STYLES.row}">${quantity} × ${name}</td>${amount}</tr>`
}

function amountCell(cents: Cents): Markup {
  return html`<td class="m-ink m-line" align="right" style="${ELEMENT_STYLES.cell};${ELEMENT_STYLES.amount}">${formatMoney(cents)}</td>`
}

function pictureCell(picture: string | null, { name, pictures }: { name: string; pictures: string }): Markup {
  const size = PICTURE_SIZE_PX
  const image =
    picture === null
      ? html`<div class="m-line" style="${ELEMENT_STYLES.noPicture}"></div>`
      : html`<img src="${pictures}/images/${encodeURIComponent(picture)}?w=240" width="${size}" height="${size}" alt="${name}" class="m-soft" style="${ELEMENT_STYLES.picture}">`
  return html`<td class="m-line" width="${size + 16}" style="${ELEMENT_STYLES.cell}">${image}</td>`
}

function sumRow(
  [label, amount]: readonly [string, string],
  { span, position, isTotal }: { span: number; position: number; isTotal: boolean },
): Markup {
  const looks = isTotal ? 'm-ink m-line' : 'm-soft m-line'
  const style = isTotal ? ELEMENT_STYLES.total : position === 0 ? ELEMENT_STYLES.firstSum : ELEMENT_STYLES.sum
  return html`<tr><td colspan="${span}" class="${looks}" style="${style}">${label}</td><td class="${looks}" align="right" style="${style};${ELEMENT_STYLES.amount}">${amount}</td></tr>`
}
