import * as z from 'zod/mini'

const cents = z.int()
const quote = z.object({
  items: z.array(
    z.object({
      product_id: z.string(),
      product_name: z.string(),
      price_cents: cents,
      quantity: z.int(),
      image_file: z.nullable(z.string()),
      /** Drafts of the version before have none. */
      regular_price_cents: z._default(z.nullable(cents), null),
      discount_cents: z._default(cents, 0),
    }),
  ),
  /** The code's discount. Drafts of the earlier version have none. */
  discount: z._default(z.nullable(z.object({ code: z.string(), cents })), null),
  sums: z.object({ subtotal: cents, delivery: cents, discount: cents, tax: cents, total: cents }),
  tax_rate_millionths: z.int(),
  /** 0 or 1. */
  delivery_taxed: z.int(),
  /** Drafts of the version before have none. */
  delivery_name: z._default(z.nullable(z.string()), null),
  /** A calendar day. */
  estimated_delivery_date: z.string(),
})

/** An order as the shop computes it, from its own prices of today. */
export type Quote = z.infer<typeof quote>

const placementDraft = z.object({
  customer: z.object({ firstName: z.string(), lastName: z.string(), email: z.string(), phone: z.string() }),
  address: z.object({
    address1: z.string(),
    address2: z.optional(z.string()),
    city: z.string(),
    state: z.string(),
    zipCode: z.string(),
  }),
  quote,
  /** Whether the shopper has used the code, which each person may use once. Drafts of the version before have none. */
  is_code_used: z._default(z.boolean(), false),
})

/** The stored part of a placement until it is an order: everything that the order needs, so no request is needed again. */
export type PlacementDraft = z.infer<typeof placementDraft>

/** `null` 30 days after the end, or when what is stored cannot be read, from which no order can be made. */
export function draftOf({ draft }: { draft: string | null }): PlacementDraft | null {
  if (draft === null) return null
  return placementDraft.safeParse(parseJson(draft)).data ?? null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
