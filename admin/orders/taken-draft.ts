import type { TakenOrder } from '@shop/contract/admin/taken-orders'
import type { Cents } from '@shop/contract/money'
import * as z from 'zod/mini'
import { readAmount } from './read-amount.ts'

const draftItem = z.object({
  product_id: z.string(),
  product_name: z.string(),
  image_url: z.nullable(z.string()),
  /** The price of today, in cents. */
  price_today: z.int(),
  stock: z.int(),
  quantity: z.string(),
  price: z.string(),
})
export type DraftItem = z.infer<typeof draftItem>

const takenDraft = z.object({
  channel: z.enum(['phone', 'fair']),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  items: z.array(draftItem),
  delivery: z.string(),
  tax: z.string(),
  handed_over: z.boolean(),
  address: z._default(z.string(), ''),
  note: z.string(),
})
/** An order as it is being typed. */
export type TakenDraft = z.infer<typeof takenDraft>

const EMPTY_DRAFT: TakenDraft = {
  channel: 'fair',
  first_name: '',
  last_name: '',
  email: '',
  items: [],
  delivery: '',
  tax: '',
  handed_over: true,
  address: '',
  note: '',
}

/** The draft that was stored as JSON; an empty one when there is none, or an earlier version of this page wrote it. */
export function parseDraft(text: string): TakenDraft {
  try {
    const result = takenDraft.safeParse(JSON.parse(text))
    return result.success ? result.data : EMPTY_DRAFT
  } catch {
    return EMPTY_DRAFT
  }
}

/** Adds a product, or one more of it. */
export function addItem(items: readonly DraftItem[], product: Omit<DraftItem, 'quantity' | 'price'>): DraftItem[] {
  const isThere = items.some(({ product_id }) => product_id === product.product_id)
  if (!isThere) return [...items, { ...product, quantity: '1', price: '' }]
  return items.map((item) =>
    item.product_id === product.product_id ? { ...item, quantity: String((readCount(item.quantity) ?? 0) + 1) } : item,
  )
}

/** What the draft comes to in cents; `null` while something of it cannot be read. */
export function totalOf({ items, delivery, tax }: TakenDraft): Cents | null {
  const lines = items.map(({ quantity, price, price_today }) => {
    const [count, cents] = [readCount(quantity), optionalAmount(price, price_today)]
    return count === null || cents === null ? null : count * cents
  })
  let total = 0
  for (const part of [...lines, optionalAmount(delivery, 0), optionalAmount(tax, 0)]) {
    if (part === null) return null
    total += part
  }
  return total
}

/** What cannot be read is sent as a number that the shop refuses beside its field. */
export function toTakenOrder({ items, delivery, tax, address, ...draft }: TakenDraft): TakenOrder {
  return {
    ...draft,
    delivery_address: draft.handed_over ? '' : address,
    items: items.map(({ product_id, quantity, price }) => ({
      product_id,
      quantity: readCount(quantity) ?? 0,
      price_cents: price.trim() === '' ? null : (readAmount(price) ?? -1),
    })),
    delivery_cents: optionalAmount(delivery, 0) ?? -1,
    tax_cents: optionalAmount(tax, 0) ?? -1,
  }
}

function optionalAmount(text: string, empty: Cents): Cents | null {
  return text.trim() === '' ? empty : readAmount(text)
}

function readCount(text: string): number | null {
  return /^[1-9]\d{0,3}$/.test(text.trim()) ? Number(text) : null
}
