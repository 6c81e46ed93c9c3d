import * as z from 'zod/mini'
import { INVALID_EMAIL, isMailAddress, NAME_LENGTH } from '../accounts/fields.ts'
import { BILLING_ZIP, hasZipBeginning, ZIP_FORM } from '../address/us-regions.ts'
import { US_STATES } from '../address/us-states.ts'
import { typedCode } from '../discounts/admin.ts'
import { DISCOUNT_KINDS } from '../discounts/rules.ts'
import { defineEndpoints, successBody } from '../http/endpoint.ts'
import { wireShape } from '../http/fields-schemas.ts'
import { SHOWN_ITEM_FIELDS } from '../order-item.ts'
import { cleanedEmail, cleanedWords } from '../text/cleaned.ts'
import { hasWebAddress, NAME_WITH_ADDRESS } from '../text/person-name.ts'
import { placingCalls } from './calls.ts'
import { MAX_CART_LINES, MAX_PER_LINE } from './cart.ts'

const oneLine = z.refine<string>((value) => !/\p{Cc}/u.test(value), 'must be one line, without control characters')
/** Lone surrogates and U+FFFE aren't valid XML: the payment gateway's request would fail with an unknown outcome. */
const readable = z.refine<string>(
  (value) => value.isWellFormed() && !/[\uFFFE\uFFFF]/.test(value),
  'must not contain broken characters',
)
const line = (max: number) =>
  z.string().check(z.trim(), oneLine, readable, cleanedWords, z.minLength(1), z.maxLength(max))
const text = (max: number) => z.string().check(z.trim(), oneLine, readable, cleanedWords, z.maxLength(max))
/** The confirmation repeats the address and the name to an email that anyone may enter, so neither has links. */
const unlinked = z.refine<string>((value) => !hasWebAddress(value), 'Please enter it without a web address.')
const name = line(NAME_LENGTH).check(z.refine<string>((value) => !hasWebAddress(value), NAME_WITH_ADDRESS))
const NO_ZIP = 'There is no such ZIP code.'
export const dollars = z.number().check(z.minimum(0), z.maximum(10_000_000))
export const placementKey = z
  .uuid()
  .check(z.describe('Made by the browser at the press of Pay Now; it is the secret that reads the answer'))
const shortZip = z.string().check(z.regex(ZIP_FORM), z.refine(hasZipBeginning, NO_ZIP))
export const billingZip = z.string().check(z.regex(BILLING_ZIP))
/** The single-use nonce from the card fields; never stored. */
export const nonce = z.string().check(z.maxLength(1000), z.regex(/^[\w-]+$/))

/** An order as the shopper places it. Shown amounts are compared with the charge, never charged. */
export const placeOrderBody = z.object({
  key: placementKey,
  items: z
    .array(
      z.object({
        product_id: line(100),
        quantity: z.int().check(z.minimum(1), z.maximum(MAX_PER_LINE)),
        price: dollars,
      }),
    )
    .check(z.minLength(1), z.maxLength(MAX_CART_LINES)),
  delivery_type_id: line(100),
  customer: z.object({
    firstName: name,
    lastName: name,
    email: z.string().check(cleanedEmail, z.refine(isMailAddress, INVALID_EMAIL)),
    phone: z._default(text(30), ''),
  }),
  address: z.object({
    address1: line(300).check(unlinked),
    address2: z.optional(text(300).check(unlinked)),
    city: line(100).check(unlinked),
    state: z.enum(Object.keys(US_STATES)),
    zipCode: shortZip,
  }),
  billingZip,
  nonce,
  discountCode: z.optional(typedCode),
  total: dollars,
  estimatedDeliveryDate: z.nullable(z.iso.date()),
})
export type PlaceOrderBody = z.output<typeof placeOrderBody>

/** As the confirmation page reads it from local storage (section 3). */
const wireLatestOrder = z.object({
  orderId: z.string(),
  orderDate: z.string(),
  deliveryInfo: z.object({
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    address1: z.string(),
    address2: z.string(),
    city: z.string(),
    state: z.string(),
    zipCode: z.string(),
  }),
  items: z.array(
    z.object({
      product_id: z.string(),
      ...wireShape(SHOWN_ITEM_FIELDS),
      image_url: z.nullable(z.string()),
      quantity: z.int(),
    }),
  ),
  delivery: z.object({ cost: z.number(), discount: z.number() }),
  codeDiscount: z.optional(z.object({ code: z.string(), amount: z.number() })),
  taxAmount: z.number(),
  totalWithDeliveryAndTax: z.number(),
  estimatedDeliveryDate: z.nullable(z.string()),
})
export type WireLatestOrder = z.infer<typeof wireLatestOrder>

/** `checking`: it is unknown whether the card was charged; ask again with the key. */
const placementAnswer = z.discriminatedUnion('status', [
  z.object({ status: z.literal('placed'), order: wireLatestOrder }),
  z.object({ status: z.literal('checking'), number: z.string() }),
])
export type PlacementAnswer = z.infer<typeof placementAnswer>

export const checkCodeBody = z.object({
  code: typedCode,
  productIds: z.array(line(100)).check(z.maxLength(MAX_CART_LINES)),
})

const EXAMPLE_KEY = '0b9f2f64-6d1c-4c55-9d0e-9a3f2f1f7c11'

export const placingEndpoints = defineEndpoints('checkout', placingCalls, {
  placeOrder: {
    summary: 'Places an order and authorizes its payment',
    description:
      'The shop computes all amounts; 409 names any difference. Repeating a key repeats its answer; 202 while the payment is checked. If `details` name `key`, or with 402, use a new key. 409 `orders_paused` while orders are paused.',
    body: placeOrderBody,
    response: placementAnswer,
    errors: ['payment_declined', 'conflict', 'rate_limited', 'unavailable'],
    example: {
      body: {
        key: EXAMPLE_KEY,
        items: [{ product_id: '108', quantity: 1, price: 124 }],
        delivery_type_id: '1',
        customer: { firstName: 'Demo', lastName: 'Shopper', email: 'demo@packwright.example', phone: '503 555 0100' },
        address: { address1: '12 MAIN ST', city: 'PORTLAND', state: 'OR', zipCode: '97201' },
        billingZip: '97201',
        nonce: 'tokencc_bh_9f2k4d_x7m3qz_p5v8tw_r6y2hn_c4b',
        total: 124,
        estimatedDeliveryDate: '2026-11-27',
      },
    },
  },
  checkDiscountCode: {
    summary: 'Returns what a discount code takes off',
    description:
      "`value` is a percent or dollars, `productIds` the products it covers (null: all), `minimum` the least the goods must cost. 409 if the code can't be used. The code isn't used up. Only while orders are open.",
    body: checkCodeBody,
    response: z.object({
      code: z.string(),
      kind: z.enum(DISCOUNT_KINDS),
      value: z.number(),
      productIds: z.nullable(z.array(z.string())),
      minimum: z.number(),
    }),
    errors: ['conflict', 'rate_limited'],
    example: { body: { code: 'SUMMER', productIds: ['108'] } },
  },
  reportCardFailure: {
    summary: 'Reports that the card fields failed',
    description: 'Counts it; nothing about the shopper is stored. 409 `orders_paused` while orders are paused.',
    response: successBody,
    errors: ['conflict', 'rate_limited'],
  },
  getPlacement: {
    summary: 'Returns the answer to a placed order again',
    description: 'The answer of `POST /api/placeOrder` for this secret key.',
    params: z.object({ key: placementKey }),
    response: placementAnswer,
    errors: ['payment_declined', 'not_found', 'conflict', 'rate_limited', 'unavailable'],
    example: { params: { key: EXAMPLE_KEY } },
  },
})
