import { fillLine, type MailWords } from '@shop/contract/mail/templates'
import { ORDER_PAGE } from './define-texts.ts'
import type { MailBlock } from './mail-blocks.ts'
import { buttonOf, type Fill, type MailTextName } from './mail-texts.ts'

/** Fills in the placeholders once; values are not parsed again. */
export function renderText(
  name: MailTextName,
  { subject, body }: MailWords,
  values: Readonly<Record<string, Fill>>,
): { subject: string; blocks: MailBlock[] } {
  const words = Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
  return {
    subject: fillLine(subject, words),
    blocks: withOneButton(
      body
        .trim()
        .split(/\n(?:[^\S\n]*\n)+/)
        .flatMap((paragraph) => renderParagraph(paragraph, { name, values, words })),
    ),
  }
}

/** The order's page is only a button in an email without others. */
function withOneButton(blocks: readonly MailBlock[]): MailBlock[] {
  const isButton = (block: MailBlock) => typeof block === 'object' && 'button' in block
  const isOrderPage = (block: MailBlock) =>
    typeof block === 'object' && 'button' in block && block.button === ORDER_PAGE.order_page.button
  const hasOther = blocks.some((block) => isButton(block) && !isOrderPage(block))
  return blocks.filter((block) => !(hasOther && isOrderPage(block)))
}

type Values = { name: MailTextName; values: Readonly<Record<string, Fill>>; words: Readonly<Record<string, string>> }

/** A paragraph with only a placeholder becomes its value, or none. */
function renderParagraph(paragraph: string, { name, values, words }: Values): readonly MailBlock[] {
  const [, placeholder] = /^\s*\{(\w+)\}\s*$/.exec(paragraph) ?? []
  const fill = placeholder === undefined ? undefined : values[placeholder]
  if (fill !== undefined && typeof fill !== 'string') return fill
  const button = placeholder === undefined ? null : buttonOf(name, placeholder)
  if (button !== null && fill !== undefined && fill !== '') return [{ button, url: fill }]
  const text = fillLine(paragraph, words)
  return text.trim() === '' ? [] : [text]
}
