import { normalizeIP } from '@fastify/rate-limit'
import { normalizeOrderNumber } from '@shop/contract/orders'
import type { FastifyRequest } from 'fastify'
import { findSignedIn } from '../accounts/sessions.ts'
import type { Context } from '../context.ts'
import type { Limit } from '../rate-limits/rate-limiter.ts'
import { matchesCustomer, type VisitorIdentity } from './matches-customer.ts'
import { findOrder, type StoredOrder } from './orders.repository.ts'

/**
 * Look-ups that find nothing: of one address, of one order from one address, and of one order from everywhere. The last
 * is loose and slows down; who knows number, names and e-mail passes all the same, or strangers could keep them out.
 */
const PER_ADDRESS: Limit = { most: 100, minutes: 15 }
const PER_ORDER_AND_ADDRESS: Limit = { most: 10, minutes: 15, slowFrom: 5 }
const PER_ORDER: Limit = { most: 100, minutes: 15, slowFrom: 20, lookEvery: 0 }

/** Digits as keyboards type them: `1e5` and `٣` are no order numbers. */
const ORDER_NUMBER = /^[0-9]{1,18}$/

export type FindOrderForVisitor = (
  request: FastifyRequest,
  orderId: string,
  person: VisitorIdentity,
) => Promise<StoredOrder | null>

/**
 * Finds an order for whoever may see it: the person it names, or its owner by token. A wrong number and a wrong name
 * are the same `null` after the same work, and misses are limited for everybody but the owner (R24).
 */
export function createFindOrderForVisitor(
  context: Pick<Context, 'database' | 'clock' | 'rateLimiter'>,
): FindOrderForVisitor {
  const { database, rateLimiter } = context

  async function findOwn(request: FastifyRequest, number: string): Promise<StoredOrder | null> {
    const customer = await findSignedIn(context, request)
    if (customer === null) return null
    const order = await findOrder(database, number)
    return order?.customer_id === customer.customer_id ? order : null
  }

  return async (request, orderId, person) => {
    const typed = normalizeOrderNumber(orderId)
    // What is no order number is counted as one and the same, whatever it is, and by address only.
    const number = ORDER_NUMBER.test(typed) ? typed : ''
    const own = await findOwn(request, number)
    if (own !== null) return own
    const address = normalizeIP(request.ip)
    return rateLimiter.attempt(
      [
        { key: `look-up from ${address}`, limit: PER_ADDRESS },
        { key: `look-up of ${number} from ${address}`, limit: PER_ORDER_AND_ADDRESS },
        ...(number === '' ? [] : [{ key: `look-up of ${number}`, limit: PER_ORDER }]),
      ],
      async () => {
        const order = await findOrder(database, number)
        return order !== null && matchesCustomer(order, person) ? order : null
      },
    )
  }
}
