import { normalizeIP } from '@fastify/rate-limit'
import type { Person } from '@shop/contract/accounts'
import { normalizeOrderNumber } from '@shop/contract/orders'
import type { FastifyRequest } from 'fastify'
import { findSignedIn } from '../accounts/sessions.ts'
import type { Context } from '../context.ts'
import type { Limit } from '../http/rate-limits/rate-limiter.ts'
import { matchesCustomer } from './matches-customer.ts'
import { findOrder, type StoredOrder } from './orders.repository.ts'
import { ownsOrder } from './owns-order.ts'

/**
 * Limits for lookups that find nothing: per client address, per order and address, and per order. The last is generous
 * and delays; it never rejects correct details, so that others cannot lock out the order's customer.
 */
const PER_ADDRESS: Limit = { max: 100, minutes: 15 }
const PER_ORDER_AND_ADDRESS: Limit = { max: 10, minutes: 15, delayAfter: 5 }
const PER_ORDER: Limit = { max: 100, minutes: 15, delayAfter: 20, probeSeconds: 0 }

/** ASCII digits only: `1e5` and `٣` are not order numbers. */
const ORDER_NUMBER = /^[0-9]{1,18}$/

export type FindOrderForVisitor = (
  request: FastifyRequest,
  orderId: string,
  person: Person,
) => Promise<StoredOrder | null>

/**
 * Finds an order for a visitor who may see it: the person it names, or its owner by token. A wrong number and a wrong
 * name both return `null` after the same work, and misses are rate limited except for the owner (R24).
 */
export function createFindOrderForVisitor(
  context: Pick<Context, 'database' | 'clock' | 'rateLimiter'>,
): FindOrderForVisitor {
  const { database, rateLimiter } = context

  async function findOwn(request: FastifyRequest, number: string): Promise<StoredOrder | null> {
    const customer = await findSignedIn(context, request)
    if (customer === null) return null
    const order = await findOrder(database, number)
    return order !== null && ownsOrder(customer, order) ? order : null
  }

  return async (request, orderId, person) => {
    const typed = normalizeOrderNumber(orderId)
    // Invalid order numbers share one count, by address only.
    const number = ORDER_NUMBER.test(typed) ? typed : ''
    const own = await findOwn(request, number)
    if (own !== null) return own
    const address = normalizeIP(request.ip)
    return rateLimiter.attempt(
      [
        { key: `lookup from ${address}`, limit: PER_ADDRESS },
        { key: `lookup of ${number} from ${address}`, limit: PER_ORDER_AND_ADDRESS },
        ...(number === '' ? [] : [{ key: `lookup of ${number}`, limit: PER_ORDER }]),
      ],
      async () => {
        const order = await findOrder(database, number)
        return order !== null && matchesCustomer(order, person) ? order : null
      },
    )
  }
}
