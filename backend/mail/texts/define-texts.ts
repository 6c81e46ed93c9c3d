type Spec = {
  example: string
  /** Without it the email is useless or unlawful. */
  needed?: true
  /** It has a paragraph of its own, omitted when empty. */
  ownParagraph?: true
  /** A link, shown as a button with this label. */
  button?: string
}

export type Specs = Readonly<Record<string, Spec>>

type Definition<S extends Specs> = {
  title: string
  group: 'Orders' | 'Shipping' | 'Cancellations and refunds' | 'Returns' | 'Payment links' | 'Accounts' | 'Other'
  to: 'shopper' | 'family'
  /** Besides `shop` and `support_email`, allowed everywhere. */
  placeholders: S
  subject: string
  body: string
}

/** Defines a noun's texts, with their placeholders as types. */
export function defineTexts<T extends Readonly<Record<string, Definition<Specs>>>>(texts: T): T {
  return texts
}

export const ORDER_PARTS = {
  order_number: { example: '200123' },
  first_name: { example: 'Ada' },
  last_name: { example: 'Lovelace' },
} as const satisfies Specs

export const inline = (example: string) => ({ example }) as const
export const ownParagraph = (example: string) => ({ example, ownParagraph: true }) as const
export const needed = (example: string) => ({ example, ownParagraph: true, needed: true }) as const
/** A button in HTML. */
export const linkButton = (button: string, example: string) => ({ example, ownParagraph: true, button }) as const
export const neededButton = (button: string, example: string) =>
  ({ ...linkButton(button, example), needed: true }) as const

/** For emails to the family: the order in the admin. */
export const ADMIN_PAGE = {
  link: linkButton('Open the order', 'https://shop.example/admin/orders/200123'),
} as const satisfies Specs
/** For emails to the shopper: the order lookup. */
export const ORDER_PAGE = {
  order_page: linkButton('See your order', 'https://shop.example/orderAndReturn?order=200123'),
} as const satisfies Specs
export const CARD_MONEY = {
  money: ownParagraph('We’ve placed a hold on your card for the total. We’ll charge it when your order ships.'),
} as const satisfies Specs
export const ITEM_PARTS = { items: ownParagraph('1 × Sample product') } as const satisfies Specs

/** The end of an order's emails. */
const QUESTIONS_LINE = 'Questions? Write to {support_email} and include your order number.'
export const WAS_IT_YOU = 'Questions, or wasn’t this you? Write to {support_email} and include your order number.'
export const CORRECTION_SUBJECT = 'Correction: your order # {order_number}'

export function paragraphs(...texts: readonly string[]): string {
  return texts.join('\n\n')
}

/** Adds salutation and closing. */
export function toShopper(...texts: readonly string[]): string {
  return paragraphs('Hello {first_name},', ...texts, QUESTIONS_LINE)
}
