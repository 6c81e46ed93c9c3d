import * as z from 'zod/mini'
import { defineEndpoints, successBody } from '../http/endpoint.ts'
import { delayedOrderCalls } from './calls.ts'

/** The token of an email's link; ours have 43 characters. */
const token = z.string().check(z.maxLength(1000))
const EXAMPLE_TOKEN = 'dJ4mQ0xT9sB2vL7eH5kR8nW1yC6pZ3uG0aF4iX9oV2E'

const wireDelayedOrder = z
  .object({
    order_id: z.string(),
    items: z.array(z.object({ name: z.string(), quantity: z.int() })),
    ship_by: z.nullable(z.string()),
    answer_by: z.nullable(z.string()),
    agreed: z.boolean(),
    money: z.nullable(z.string()),
  })
  .register(z.globalRegistry, {
    id: 'DelayedOrder',
    description: 'A delayed order: when it ships, and what is refunded if it is cancelled.',
  })

export const delayedOrderEndpoints = defineEndpoints('orders', delayedOrderCalls, {
  getDelayedOrder: {
    summary: 'Returns a delayed order by the token of an email',
    description:
      'The link stays valid. 409 if it is unknown, expired, used or replaced, or the order has shipped or is cancelled.',
    body: z.object({ token }),
    response: wireDelayedOrder,
    errors: ['conflict'],
    example: { body: { token: EXAMPLE_TOKEN } },
  },
  answerDelay: {
    summary: 'Cancels a delayed order, or agrees to wait',
    description:
      "By the token of an email. Cancels what isn't cancelled yet, once. Agreeing to wait still allows cancelling later.",
    body: z.object({ token, answer: z.enum(['cancel', 'wait']) }),
    response: successBody,
    errors: ['conflict'],
    example: { body: { token: EXAMPLE_TOKEN, answer: 'wait' } },
  },
})
