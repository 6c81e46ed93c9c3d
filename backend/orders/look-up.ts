import { normalizeOrderNumber } from '@shop/contract/orders'
import type { FastifyRequest } from 'fastify'
import { findSignedIn } from '../accounts/sessions.ts'
import type { Context } from '../context.ts'
import { addressKey, limitAttempts } from '../plugins/attempts.ts'
import { findOrder, type StoredOrder } from './orders.repository.ts'
import { isSamePerson, type Person } from './same-person.ts'

/** Look-ups that find nothing, by address and by order number; a signed-in customer is counted, not the number. */
const MISSES_PER_ADDRESS = { most: 100, minutes: 15 }
const MISSES_PER_ORDER = { most: 20, minutes: 15 }

/** Digits as keyboards type them: `1e5` and `٣` are no order numbers. */
const ORDER_NUMBER = /^[0-9]{1,18}$/

export type LookUp = (request: FastifyRequest, orderId: string, person: Person) => Promise<StoredOrder | null>

/**
 * Finds an order for whoever may see it: the person it names, or its owner by token. A wrong number and a wrong name
 * are the same `null` after the same work, and misses are limited (R24).
 */
export function createLookUp(context: Pick<Context, 'database' | 'clock'>): LookUp {
  const { database, clock } = context
  const byAddress = limitAttempts({ ...MISSES_PER_ADDRESS, clock })
  const byOrder = limitAttempts({ ...MISSES_PER_ORDER, clock })
  return async (request, orderId, person) => {
    const number = normalizeOrderNumber(orderId)
    const customer = await findSignedIn(context, request)
    const address = addressKey(request.ip)
    // Were the number counted for everyone, strangers could keep its owner out.
    const target = customer === null ? `order ${number.slice(0, 20)}` : `customer ${customer.customer_id}`
    return byAddress.attempt(address, () =>
      byOrder.attempt(target, async () => {
        const order = await findOrder(database, ORDER_NUMBER.test(number) ? number : '')
        return order !== null && (isSamePerson(order, person) || isOwner(order, customer)) ? order : null
      }),
    )
  }
}

function isOwner(order: StoredOrder, customer: { customer_id: string } | null): boolean {
  return customer !== null && order.customer_id === customer.customer_id
}
