import { normalizeIP } from '@fastify/rate-limit'
import { keysOf } from '@shop/contract/http/coercion'
import { lastReturnDay, listReturnable, returnWindow } from '@shop/contract/returns/rules'
import { returnEndpoints } from '@shop/contract/returns/schemas'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { getReturnDays } from '../../pages/texts/page-texts.repository.ts'
import type { Context } from '../../platform/context.ts'
import { errorResponses } from '../../platform/http/documented-schema.ts'
import { route } from '../../platform/http/endpoint-route.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import type { Limit } from '../../platform/http/rate-limits/rate-limiter.ts'
import { localDay } from '../../platform/lib/days/local-day.ts'
import { createFindOrderForVisitor, ORDER_NOT_FOUND } from '../list/visible-orders.ts'
import { LABEL_TYPES } from '../return-label.ts'
import { findLabel, listReturns } from '../returns.repository.ts'
import { askToReturn } from './ask-to-return.ts'
import { labelPathOf } from './change-return.ts'

export function returnsRoutes(app: FastifyInstance, context: Context): void {
  const { database, clock } = context
  const findOrder = createFindOrderForVisitor(context)

  route(app, returnEndpoints.getOrderReturns, async ({ query }, request) => {
    const order = await findOrder(request, query.orderId, query)
    if (order === null) return NOTHING_RETURNABLE
    const returns = await listReturns(database, order)
    const days = await getReturnDays(database, order)
    const window = returnWindow(order, { today: localDay(clock()), days })
    return {
      last_day: window === 'none' || order.delivered_on === null ? null : lastReturnDay(order.delivered_on, days),
      is_over: window === 'over',
      returnable: window === 'open' ? listReturnable(order.items, returns) : [],
      returns: returns.map((asked) => {
        const { return_id, state, reason, answer, items } = asked
        return {
          return_id,
          state,
          reason,
          answer: answer === '' ? null : answer,
          label_path: labelPathOf(asked),
          items,
        }
      }),
    }
  })

  route(app, returnEndpoints.askToReturn, async ({ body }, request) => {
    const order = await findOrder(request, body.orderId, body)
    if (order === null) throw new AppError('not_found', ORDER_NOT_FOUND)
    await context.rateLimiter.count({ key: `returns of ${order.order_id}`, limit: RETURNS_PER_ORDER })
    await askToReturn(context, order.order_id, body)
    return { success: true as const }
  })

  labelRoute(app, context)
}

/** Each means two mails and a decision, and may be for one unit of many. */
const RETURNS_PER_ORDER: Limit = { max: 10, minutes: 6 * 60 }

const NOTHING_RETURNABLE = { last_day: null, is_over: false, returnable: [], returns: [] }

/** Tokens cannot be guessed; the limit keeps the log short. */
const LABELS_PER_ADDRESS: Limit = { max: 50, minutes: 15 }
const NO_LABEL = 'This label is no longer available. Please write to us and include your order number.'

const query = z.object({
  token: z.string().check(z.maxLength(100), z.describe('As the email about the return has it')),
})

const LABEL_CONTENT = Object.fromEntries(keysOf(LABEL_TYPES).map((type) => [type, { schema: z.string() }]))

const labelSchema = {
  operationId: 'getReturnLabel',
  summary: 'Downloads a prepaid return label',
  description: 'By the link in the email, until the return is received.',
  tags: ['orders'],
  querystring: query,
  response: {
    200: { description: 'Done', content: LABEL_CONTENT },
    ...errorResponses([404, 429]),
  },
}

/** Sends the label as a download, so its content never runs in the shop. */
function labelRoute(app: FastifyInstance, { database, rateLimiter }: Context): void {
  app.get('/return-label', { schema: labelSchema, exposeHeadRoute: false }, async (request, reply) => {
    const { token } = query.parse(request.query)
    const key = `return label from ${normalizeIP(request.ip)}`
    const label = await rateLimiter.attempt([{ key, limit: LABELS_PER_ADDRESS }], () => findLabel(database, token))
    if (label === null) throw new AppError('not_found', NO_LABEL)
    reply.headers({
      'cache-control': 'no-store',
      'content-type': label.type,
      'content-disposition': `attachment; filename="return-label-${label.return_id}${LABEL_TYPES[label.type]}"`,
      'x-content-type-options': 'nosniff',
    })
    return reply.send(Buffer.from(label.data))
  })
}
