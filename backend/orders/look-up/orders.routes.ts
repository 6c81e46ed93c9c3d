import { orderEndpoints } from '@shop/contract/orders/schemas'
import type { FastifyInstance } from 'fastify'
import { requireSignedIn } from '../../accounts/sessions.ts'
import { listRefunds } from '../../books/ledger/refunds.repository.ts'
import type { Context } from '../../platform/context.ts'
import { route } from '../../platform/http/endpoint-route.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { cancelItems } from '../cancellation/cancel-items.ts'
import { createFindOrderForVisitor, listOrdersOf, ORDER_NOT_FOUND } from '../list/visible-orders.ts'
import { listDelays } from '../order-delays.repository.ts'
import { serializeOrder } from '../page/orders.serializers.ts'

export function ordersRoutes(app: FastifyInstance, context: Context): void {
  const findOrder = createFindOrderForVisitor(context)

  route(app, orderEndpoints.listOrders, async ({ query }, request) => {
    const customer = await requireSignedIn(context, request)
    if (query.customerId !== customer.customer_id) throw new AppError('forbidden')
    return listOrdersOf(context.database, customer)
  })

  route(app, orderEndpoints.findOrder, async ({ query }, request) => {
    const order = await findOrder(request, query.orderId, query)
    if (order === null) return []
    const { database, media } = context
    const delays = await listDelays(database, order.order_id)
    const refunds = await listRefunds(database, order.order_id)
    return serializeOrder(order, { delay: delays.at(-1) ?? null, refunds }, media)
  })

  route(app, orderEndpoints.cancelOrder, async ({ body }, request) => {
    const order = await findOrder(request, String(body.orderId), body)
    if (order === null) throw new AppError('not_found', ORDER_NOT_FOUND)
    await cancelItems(context, order.order_id, {
      itemIds: body.itemsToCancel.map(String),
      quantities: body.quantitiesToCancel,
      reason: body.cancellationReason,
      details: body.cancellationJustification,
    })
    return { success: true as const }
  })
}
