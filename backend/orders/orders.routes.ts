import { cancelOrderEndpoint, findOrderEndpoint, listOrdersEndpoint } from '@shop/contract/orders'
import type { FastifyInstance } from 'fastify'
import { requireSignedIn } from '../accounts/sessions.ts'
import type { Context } from '../context.ts'
import { route } from '../endpoint-route.ts'
import { MESSAGES } from '../plugins/errors.ts'
import { Refusal } from '../refusal.ts'
import { cancelItems } from './cancel-items.ts'
import { createLookUp } from './look-up.ts'
import { orderRows } from './orders.answers.ts'
import { listOrdersOf } from './orders.repository.ts'

const NOT_FOUND = 'We could not find this order. Please check the order number, the name and the e-mail.'

export function ordersRoutes(app: FastifyInstance, context: Context): void {
  const lookUp = createLookUp(context)

  route(app, listOrdersEndpoint, async ({ query }, request) => {
    const customer = await requireSignedIn(context, request)
    if (query.customerId !== customer.customer_id) throw new Refusal('forbidden', MESSAGES.forbidden)
    return listOrdersOf(context.database, customer.customer_id)
  })

  route(app, findOrderEndpoint, async ({ query }, request) => {
    const order = await lookUp(request, query.orderId, query)
    return order === null ? [] : orderRows(order, context.photos)
  })

  route(app, cancelOrderEndpoint, async ({ body }, request) => {
    const order = await lookUp(request, String(body.orderId), body)
    if (order === null) throw new Refusal('not_found', NOT_FOUND)
    await cancelItems(context, order.order_id, {
      itemIds: body.itemsToCancel.map(String),
      reason: body.cancellationReason,
      details: body.cancellationJustification,
    })
    return { success: true as const }
  })
}
