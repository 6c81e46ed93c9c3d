import { keysOf } from '@shop/contract/http/coercion'
import { findTextProblems, type MailWords, type Placeholder, type TextProblem } from '@shop/contract/mail/templates'
import { ACCOUNT_TEXTS, OTHER_TEXTS } from './account-texts.ts'
import { ORDER_PAGE, type Specs } from './define-texts.ts'
import type { MailBlock, Sender } from './mail-blocks.ts'
import { ORDER_TEXTS } from './order-texts.ts'
import { PAY_LINK_TEXTS, RETURN_TEXTS } from './return-texts.ts'

/** Each text, with recipients, placeholders and default. */
export const MAIL_TEXTS = { ...ORDER_TEXTS, ...RETURN_TEXTS, ...PAY_LINK_TEXTS, ...ACCOUNT_TEXTS, ...OTHER_TEXTS }

export type MailTextName = keyof typeof MAIL_TEXTS
export const MAIL_TEXT_NAMES: readonly MailTextName[] = keysOf(MAIL_TEXTS)

/** `undefined` for an unknown name. */
export function findTextName(name: string): MailTextName | undefined {
  return MAIL_TEXT_NAMES.find((one) => one === name)
}

/** Words, or blocks for a paragraph of its own; omitted when empty. */
export type Fill = string | readonly MailBlock[]

type Filled<S> = { [Name in keyof S]: S[Name] extends { ownParagraph: true } ? Fill : string }

/** A text by name with its placeholders' values. */
export type TextWith<Name extends MailTextName = MailTextName> = {
  [N in Name]: { name: N; values: Filled<(typeof MAIL_TEXTS)[N]['placeholders']> }
}[Name]

/** Allowed in every text. */
const COMMON_PARTS: Specs = { shop: { example: 'The shop' }, support_email: { example: 'hello@shop.example' } }

/** Adds the order's page where `values` are about one. */
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

export function buttonOf(name: MailTextName, placeholder: string): string | null {
  return specsOf(name)[placeholder]?.button ?? null
}

/** Whether the subject is above the message. A letter written by hand begins with its words. */
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
