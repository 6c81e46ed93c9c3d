import * as z from 'zod/mini'

const cents = z.int()
const others = { delivery: cents, tax: cents, total: cents }
const sums = z.object({ ...others, goods: cents, deliveryDiscount: cents })
/** Drafts of the version before have other names. */
const earlierSums = z.pipe(
  z.object({ ...others, subtotal: cents, discount: cents }),
  z.transform(({ subtotal: goods, discount: deliveryDiscount, ...rest }) => ({ ...rest, goods, deliveryDiscount })),
)

const quote = z.object({
  items: z.array(
    z.object({
      product_id: z.string(),
      product_name: z.string(),
      price_cents: cents,
      quantity: z.int(),
      image_file: z.nullable(z.string()),
      /** Missing in drafts of the earlier version. */
      regular_price_cents: z._default(z.nullable(cents), null),
      discount_cents: z._default(cents, 0),
    }),
  ),
  /** The code's discount; missing in drafts of the earlier version. */
  discount: z._default(z.nullable(z.object({ code: z.string(), cents })), null),
  sums: z.union([sums, earlierSums]),
  tax_rate_millionths: z.int(),
  /** 0 or 1. */
  delivery_taxed: z.int(),
  /** Missing in drafts of the earlier version. */
  delivery_name: z._default(z.nullable(z.string()), null),
  estimated_delivery_date: z.string(),
})

/** An order at the shop's current prices. */
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
  /** Whether the shopper has used the code, which works once per person; missing in drafts of the earlier version. */
  is_code_used: z._default(z.boolean(), false),
})

/** The stored data of a placement, with everything that its order needs. */
export type PlacementDraft = z.infer<typeof placementDraft>

/** The draft as it is stored, with the sums also under the names that the version before reads while both run. */
export function storedDraft(draft: PlacementDraft): string {
  const { goods: subtotal, deliveryDiscount: discount } = draft.quote.sums
  return JSON.stringify({ ...draft, quote: { ...draft.quote, sums: { ...draft.quote.sums, subtotal, discount } } })
}

/** The draft; `null` 30 days after the end, or if it cannot be parsed. */
export function parseDraft({ draft }: { draft: string | null }): PlacementDraft | null {
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
