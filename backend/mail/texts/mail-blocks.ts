import type { Cents } from '@shop/contract/money'
import { withoutBidiControls } from '../../platform/lib/text.ts'

/** `picture`: a file of the catalog; `cents`: the row's price, `null` when not shown. */
export type MailItem = { name: string; quantity: number; picture: string | null; cents: Cents | null }

/** A paragraph, facts, items, sums (the total last), a bulleted list, a quotation, or a link as a button. */
export type MailBlock =
  | string
  | { facts: readonly (readonly [label: string, value: string])[] }
  | { items: readonly MailItem[] }
  | { sums: readonly (readonly [label: string, amount: string])[] }
  | { list: readonly string[] }
  | { quote: string }
  | { button: string; url: string }

/** The signature, and the base of pictures and links. */
export type Sender = {
  name: string
  supportEmail: string
  /** In lines; may be empty. */
  postalAddress: string
  /** Without a trailing slash. */
  publicUrl: string
}

/** Plain text, signed by the shop. */
export function composeText(blocks: readonly MailBlock[], { name, supportEmail, postalAddress }: Sender): string {
  const signature = [name, supportEmail, postalAddress].filter((line) => line !== '').join('\n')
  return [...blocks.map((block, index) => blockText(block, blocks[index - 1])), signature].join('\n\n').concat('\n')
}

function blockText(block: MailBlock, before: MailBlock | undefined): string {
  if (typeof block === 'string') return block
  if ('button' in block) return linkText(block, before)
  if ('facts' in block) return pairs(block.facts)
  if ('sums' in block) return pairs(block.sums)
  if ('items' in block) return block.items.map(({ quantity, name }) => `- ${quantity} × ${name}`).join('\n')
  if ('list' in block) return block.list.map((item) => `- ${item}`).join('\n')
  return block.quote
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${line}`)
    .join('\n')
}

/** The label above the link, unless the sentence before it ends in a colon. */
function linkText({ button, url }: { button: string; url: string }, before: MailBlock | undefined): string {
  return typeof before === 'string' && before.endsWith(':') ? url : `${button}:\n${url}`
}

function pairs(rows: readonly (readonly [string, string])[]): string {
  return rows.map(([label, value]) => `${label}: ${withoutBidiControls(value)}`).join('\n')
}
