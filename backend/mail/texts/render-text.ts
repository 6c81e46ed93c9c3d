import { fillLine, type MailWords } from '@shop/contract/admin/mail-texts'
import type { MailBlock } from './mail-blocks.ts'
import type { Fill } from './mail-texts.ts'

/** A mail from a text and what its placeholders stand for. Nothing that was put in is read as a text again. */
export function renderText(
  { subject, body }: MailWords,
  values: Readonly<Record<string, Fill>>,
): { subject: string; blocks: MailBlock[] } {
  const words = Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
  return {
    subject: fillLine(subject, words),
    blocks: body
      .trim()
      .split(/\n(?:[^\S\n]*\n)+/)
      .flatMap((paragraph) => renderParagraph(paragraph, { values, words })),
  }
}

type Values = { values: Readonly<Record<string, Fill>>; words: Readonly<Record<string, string>> }

/** A paragraph that is nothing but a placeholder is what that stands for; without that there is none. */
function renderParagraph(paragraph: string, { values, words }: Values): readonly MailBlock[] {
  const [, name] = /^\s*\{(\w+)\}\s*$/.exec(paragraph) ?? []
  const fill = name === undefined ? undefined : values[name]
  if (fill !== undefined && typeof fill !== 'string') return fill
  const text = fillLine(paragraph, words)
  return text.trim() === '' ? [] : [text]
}
