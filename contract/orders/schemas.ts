import * as z from 'zod/mini'
import { defineEndpoints, successBody } from '../http/endpoint.ts'
import { wireQuantities, wireShape } from '../http/fields-schemas.ts'
import { CANCELLATION_REASONS, JUSTIFICATION_LENGTH, ORDER_FIELDS, ORDER_ITEM_FIELDS, orderCalls } from './calls.ts'

const wireOrderRow = z
  .object({
    ...wireShape(ORDER_FIELDS),
    orderDate: z.string(),
    order_status: z.string(),
    customer_id: z.nullable(z.string()),
    total_amount: z.number(),
    tax_amount: z.number(),
    combined_tax_rate: z.number(),
    delivery_cost: z.number(),
    ...wireShape(ORDER_ITEM_FIELDS),
    stock_quantity: z.int(),
    image_url: z.nullable(z.string()),
    cancellable_quantity: z.optional(z.int()),
    cancel_problem: z.optional(z.string()),
    delay: z.optional(z.object({ ship_by: z.nullable(z.string()) })),
    discount: z.optional(z.object({ code: z.string(), amount: z.number() })),
    refunds: z.optional(z.array(z.object({ amount: z.number(), on: z.string() }))),
  })
  .register(z.globalRegistry, {
    id: 'OrderItem',
    description:
      'An item of an order; fields of the order repeat. `stock_quantity` is the quantity, `cancellable_quantity` is given if fewer can be cancelled. `cancel_problem` says why nothing can be cancelled. `discount` is already taken off `total_amount`.',
  })
export type WireOrderRow = z.infer<typeof wireOrderRow>

const wireOrderListEntry = z
  .object({ order_id: z.string(), order_date: z.string() })
  .register(z.globalRegistry, { id: 'Order', description: "An order in a customer's list." })

const shortText = z.string().check(z.maxLength(1000))

export const cancellation = z
  .object({
    firstName: shortText,
    lastName: shortText,
    email: shortText,
    orderId: z.union([shortText, z.number()]),
    orderDetails: z.optional(z.unknown()),
    cancellationReason: z.enum(CANCELLATION_REASONS),
    cancellationJustification: z.string().check(z.trim(), z.minLength(1), z.maxLength(JUSTIFICATION_LENGTH)),
    itemsToCancel: z
      .array(z.union([z.string().check(z.minLength(1), z.maxLength(100)), z.number()]))
      .check(z.minLength(1), z.maxLength(100)),
    quantitiesToCancel: z._default(wireQuantities, {}),
  })
  .register(z.globalRegistry, {
    id: 'Cancellation',
    description: 'Which items to cancel, and why. `quantitiesToCancel` limits the pieces of an item.',
  })

const shopper = { firstName: 'Demo', lastName: 'Shopper', email: 'demo@packwright.example' }

export const orderEndpoints = defineEndpoints('orders', orderCalls, {
  listOrders: {
    summary: 'Lists your orders',
    description: "Newest first. 403 for another customer's id.",
    query: z.object({
      customerId: z.string().check(z.minLength(1), z.maxLength(100), z.describe("The signed-in customer's id")),
    }),
    response: z.array(wireOrderListEntry),
    errors: ['unauthorized', 'forbidden'],
    example: { query: { customerId: 'c-1' } },
  },
  findOrder: {
    summary: 'Finds an order',
    description:
      "One row per item. Number, names and email must match, in any letter case; the owner's token replaces the names. Anything else is an empty list.",
    query: z.object({
      orderId: shortText.check(z.describe('Order number; a leading # and blanks are accepted')),
      firstName: shortText.check(z.describe('First name on the order')),
      lastName: shortText.check(z.describe('Last name on the order')),
      email: shortText.check(z.describe('Email address on the order')),
    }),
    response: z.array(wireOrderRow),
    errors: ['rate_limited'],
    example: { query: { orderId: '100001', ...shopper } },
  },
  cancelOrder: {
    summary: 'Cancels items of an order that has not shipped',
    description:
      'All chosen items or none; stock is restored. 409 if it has shipped, or an item is cancelled or refunded. Repeating the request changes nothing.',
    body: cancellation,
    response: successBody,
    errors: ['not_found', 'conflict'],
    example: {
      body: {
        ...shopper,
        orderId: '100001',
        orderDetails: { order_id: '100001', items: [{ order_item_id: '100001-1' }] },
        cancellationReason: 'Changed My Mind',
        cancellationJustification: 'I found my old backpack again.',
        itemsToCancel: ['100001-1'],
      },
    },
  },
})
