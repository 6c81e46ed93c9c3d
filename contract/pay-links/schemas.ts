import * as z from 'zod/mini'
import { billingZip, dollars, nonce, placementKey } from '../checkout/schemas.ts'
import { defineEndpoints } from '../http/endpoint.ts'
import { wireShape } from '../http/fields-schemas.ts'
import { SHOWN_ITEM_FIELDS } from '../order-item.ts'
import { PAY_LINK_STATES, payLinkCalls } from './calls.ts'

const token = z.string().check(z.regex(/^[\w-]{43}$/), z.describe('The secret of the link, after `#token=`'))

const wirePayLink = z
  .object({
    state: z.enum(PAY_LINK_STATES),
    order_id: z.string(),
    asked: z.number(),
    order: z.nullable(
      z.object({
        items: z.array(
          z.object({
            ...wireShape(SHOWN_ITEM_FIELDS),
            quantity: z.int(),
            image_url: z.nullable(z.string()),
          }),
        ),
        goods: z.number(),
        discount: z.nullable(z.object({ code: z.string(), amount: z.number() })),
        delivery: z.number(),
        tax: z.number(),
        total: z.number(),
      }),
    ),
  })
  .register(z.globalRegistry, {
    id: 'PayLink',
    description:
      'An order with a payment link. `asked` is its total when the link was sent; `order` is what is left, null unless it can be paid or is being paid.',
  })
export type WirePayLink = z.infer<typeof wirePayLink>

export const payByLinkBody = z.object({ token, key: placementKey, total: dollars, billingZip, nonce })
export type PayByLinkBody = z.output<typeof payByLinkBody>

const linkPayment = z.discriminatedUnion('status', [
  z.object({ status: z.literal('paid') }),
  z.object({ status: z.literal('checking'), number: z.string() }),
])
export type LinkPaymentAnswer = z.infer<typeof linkPayment>

const EXAMPLE_TOKEN = 'q3Zk0V9mXb7TnR2sYcWf5LhJ8dGpE1uAoI6xK4vNtMQ'

export const payLinkEndpoints = defineEndpoints('checkout', payLinkCalls, {
  showPayLink: {
    summary: 'Returns the order behind a payment link',
    description: 'Also says whether it can be paid. Works while orders are paused.',
    body: z.object({ token }),
    response: wirePayLink,
    errors: ['not_found', 'rate_limited'],
    example: { body: { token: EXAMPLE_TOKEN } },
  },
  payByLink: {
    summary: 'Pays an order by its link',
    description:
      'Reserves the total on the card; 409 names a different total. Repeating a key repeats its answer; 202 while the payment is checked. If `details` name `key`, or with 402, use a new key.',
    body: payByLinkBody,
    response: linkPayment,
    errors: ['payment_declined', 'not_found', 'conflict', 'rate_limited', 'unavailable'],
    example: {
      body: {
        token: EXAMPLE_TOKEN,
        key: '0b9f2f64-6d1c-4c55-9d0e-9a3f2f1f7c12',
        total: 158,
        billingZip: '97201',
        nonce: 'tokencc_bh_9f2k4d_x7m3qz_p5v8tw_r6y2hn_c4b',
      },
    },
  },
})
