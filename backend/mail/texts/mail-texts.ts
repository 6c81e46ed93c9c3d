import { keysOf } from '@shop/contract/http/coercion'
import { findTextProblems, type MailWords, type Placeholder, type TextProblem } from '@shop/contract/mail/templates'
import { ACCOUNT_TEXTS, OTHER_TEXTS } from './account-texts.ts'
import { ORDER_PAGE, type Specs } from './define-texts.ts'
import type { MailBlock, Sender } from './mail-blocks.ts'
import { ORDER_TEXTS } from './order-texts.ts'
import { PAY_LINK_TEXTS, RETURN_TEXTS } from './return-texts.ts'

/** Each text that the shop mails: who gets it, what may stand in it, and the shop's own words. */
export const MAIL_TEXTS = { ...ORDER_TEXTS, ...RETURN_TEXTS, ...PAY_LINK_TEXTS, ...ACCOUNT_TEXTS, ...OTHER_TEXTS }

export type MailTextName = keyof typeof MAIL_TEXTS
export const MAIL_TEXT_NAMES: readonly MailTextName[] = keysOf(MAIL_TEXTS)

/** The text of a name that someone typed; `undefined` where there is none. */
export function findTextName(name: string): MailTextName | undefined {
  return MAIL_TEXT_NAMES.find((one) => one === name)
}

/** A placeholder's value: words, or blocks where it has its own paragraph; omitted where it is empty. */
export type Fill = string | readonly MailBlock[]

type Filled<S> = { [Name in keyof S]: S[Name] extends { ownParagraph: true } ? Fill : string }

/** A text by its name, with all that its placeholders stand for. */
export type TextWith<Name extends MailTextName = MailTextName> = {
  [N in Name]: { name: N; values: Filled<(typeof MAIL_TEXTS)[N]['placeholders']> }
}[Name]

/** Every text may name these. */
const COMMON_PARTS: Specs = { shop: { example: 'The shop' }, support_email: { example: 'hello@shop.example' } }

/** Placeholders of every text, and the shopper's page of an order where `values` are about one. */
export function commonValues(
  { order_number: number }: Readonly<Record<string, Fill>>,
  { name, supportEmail, publicUrl }: Sender,
): Record<string, string> {
  const common = { shop: name, support_email: supportEmail }
  if (typeof number !== 'string') return common
  return { ...common, order_page: `${publicUrl}/orderAndReturn?order=${encodeURIComponent(number)}` }
}

function specsOf(name: MailTextName): Specs {
  const { placeholders, to }: { placeholders: Specs; to: 'shopper' | 'family' } = MAIL_TEXTS[name]
  const isAboutOrder = to === 'shopper' && 'order_number' in placeholders
  return { ...placeholders, ...(isAboutOrder ? ORDER_PAGE : {}), ...COMMON_PARTS }
}

/** The label of a placeholder's button; `null` where it has none. */
export function buttonOf(name: MailTextName, placeholder: string): string | null {
  return specsOf(name)[placeholder]?.button ?? null
}

/** Whether its subject stands above the message, too. A letter that someone wrote by hand begins with its words. */
export function hasHeadline(name: MailTextName): boolean {
  return name !== 'inquiry_answer'
}

export function placeholdersOf(name: MailTextName): Placeholder[] {
  return Object.entries(specsOf(name)).map(([key, { example, needed = false, ownParagraph = false }]) => {
    return { name: key, example, needed, alone: ownParagraph }
  })
}

export function ownWords(name: MailTextName): MailWords {
  const { subject, body } = MAIL_TEXTS[name]
  return { subject, body }
}

export function problemsOf(name: MailTextName, words: MailWords): TextProblem[] {
  return findTextProblems(placeholdersOf(name), words)
}

export function exampleValues(name: MailTextName): Record<string, Fill> {
  return Object.fromEntries(placeholdersOf(name).map(({ name: key, example }) => [key, example]))
}
