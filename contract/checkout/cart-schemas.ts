import * as z from 'zod/mini'
import { DELIVERY_FIELDS, deliveryCalls } from '../delivery/calls.ts'
import { keysOf } from '../http/coercion.ts'
import { defineEndpoints } from '../http/endpoint.ts'
import { wireShape } from '../http/fields-schemas.ts'
import { CARD_PROVIDERS, paymentCalls } from '../payments/calls.ts'
import { taxCalls } from '../tax/calls.ts'
import { cartCalls, MAX_CART_LINES } from './cart.ts'

const productId = z.string().check(z.minLength(1), z.maxLength(100))

const productQuantity = z
  .object({ product_id: productId, quantity: z.number().check(z.int(), z.minimum(0), z.maximum(1_000_000)) })
  .register(z.globalRegistry, {
    id: 'AllowedQuantity',
    description: 'A product and how many of it the stock allows.',
  })

const requestedQuantity = z
  .extend(productQuantity, { product_id: z.union([productId, z.number()]) })
  .register(z.globalRegistry, { id: 'CartLine', description: 'A product and how many of it the cart holds.' })

export const cartEndpoints = defineEndpoints('cart', cartCalls, {
  validateStock: {
    summary: 'Checks a cart against stock',
    description: 'For each line, the quantity in stock: at most the requested one, 0 if there is none.',
    body: z.object({ items: z.array(requestedQuantity).check(z.maxLength(MAX_CART_LINES)) }),
    response: z.array(productQuantity),
    example: { body: { items: [{ product_id: '108', quantity: 5 }] } },
  },
})

const wireDeliveryOption = z
  .object(wireShape(DELIVERY_FIELDS))
  .register(z.globalRegistry, { id: 'DeliveryOption', description: 'A way in which an order can be delivered.' })

const wireZipRate = z.object({ from: z.string(), to: z.string(), combined_tax_rate: z.number() })

const wireTaxRate = z
  .object({
    combined_tax_rate: z.number(),
    collected: z.optional(z.boolean()),
    delivery_taxed: z.optional(z.boolean()),
    zip_rates: z.optional(z.array(wireZipRate)),
  })
  .register(z.globalRegistry, {
    id: 'TaxRate',
    description:
      'A sales tax rate, as a fraction. While orders are open, also whether it is collected, whether delivery is taxed, and rates by ZIP code.',
  })

const wireClientToken = z
  .object({ clientToken: z.string(), provider: z.enum(keysOf(CARD_PROVIDERS)) })
  .register(z.globalRegistry, { id: 'ClientToken', description: 'Starts the card fields.' })

export const checkoutEndpoints = defineEndpoints(
  'checkout',
  { ...deliveryCalls, ...taxCalls, ...paymentCalls },
  {
    listDeliveryOptions: {
      summary: 'Lists delivery options',
      description:
        'The first one is the default. `delivery_cost` is in dollars per unit, `estimated_days` are business days.',
      response: z.array(wireDeliveryOption),
    },
    getStateTaxRate: {
      summary: "Returns a state's sales tax rate",
      description:
        "State and average local tax as a fraction. While orders are open, 0 where the shop doesn't collect it.",
      params: z.object({
        state: z.string().check(z.minLength(1), z.maxLength(20), z.describe('Abbreviation of a US state, such as CA')),
      }),
      response: wireTaxRate,
      errors: ['not_found'],
      example: { params: { state: 'WA' } },
    },
    getClientToken: {
      summary: 'Returns a token for the card fields',
      description: 'Without keys of a payment provider, a token for the sandbox.',
      response: wireClientToken,
      errors: ['unavailable', 'rate_limited'],
    },
  },
)
