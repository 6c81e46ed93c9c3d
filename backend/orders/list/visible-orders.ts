import { normalizeIP } from '@fastify/rate-limit'
import type { Person } from '@shop/contract/accounts/calls'
import { normalizeOrderNumber } from '@shop/contract/orders/calls'
import type { FastifyRequest } from 'fastify'
import type { Customer } from '../../accounts/accounts.repository.ts'
import { normalizeEmail, normalizeName } from '../../accounts/normalize.ts'
import { findSignedIn } from '../../accounts/sessions.ts'
import type { Context } from '../../platform/context.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Limit } from '../../platform/http/rate-limits/rate-limiter.ts'
import {
  findOrder,
  type ListedOrder,
  listGuestOrdersLike,
  listOrdersByCustomer,
  type StoredOrder,
} from '../orders.repository.ts'

/** Whether a customer owns an order: by customer number, or by a confirmed address for a guest order. */
function ownsOrder(
  { customer_id, email_folded, email_confirmed_at }: Customer,
  order: Pick<StoredOrder, 'customer_id' | 'email'>,
): boolean {
  if (order.customer_id !== null) return order.customer_id === customer_id
  return email_confirmed_at !== null && normalizeEmail(order.email) === email_folded
}

/**
 * Whether first name, last name and email match (R24). Without an email there is no match, since names are easily
 * guessed.
 */
function matchesCustomer(
  order: Pick<StoredOrder, 'first_name' | 'last_name' | 'email'>,
  { firstName, lastName, email }: Person,
): boolean {
  const same = [
    order.email !== '',
    normalizeName(order.first_name) === normalizeName(firstName),
    normalizeName(order.last_name) === normalizeName(lastName),
    normalizeEmail(order.email) === normalizeEmail(email),
  ]
  return same.every(Boolean)
}

/** A customer's orders, newest first; guest orders only with a confirmed address. */
export async function listOrdersOf(
  database: Database,
  customer: Customer,
): Promise<Pick<ListedOrder, 'order_id' | 'order_date'>[]> {
  const { customer_id, email, email_confirmed_at } = customer
  const own = await listOrdersByCustomer(database, customer_id)
  const guest = email_confirmed_at === null ? [] : await listGuestOrdersLike(database, email)
  return [...own, ...guest.filter((order) => ownsOrder(customer, order))]
    .toSorted((a, b) => compare(b.order_date, a.order_date) || compare(b.order_id, a.order_id))
    .map(({ order_id, order_date }) => ({ order_id, order_date }))
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

/** Limits on failed lookups. The one per order is generous and only delays, so others cannot lock out the customer. */
const PER_ADDRESS: Limit = { max: 100, minutes: 15 }
const PER_ORDER_AND_ADDRESS: Limit = { max: 10, minutes: 15, delayAfter: 5 }
const PER_ORDER: Limit = { max: 100, minutes: 15, delayAfter: 20, probeSeconds: 0 }

/** ASCII digits only: `1e5` and `٣` are not order numbers. */
const ORDER_NUMBER = /^[0-9]{1,18}$/

/** The message for both an unknown order and someone else's. */
export const ORDER_NOT_FOUND = 'We could not find this order. Please check the order number, the name and the email.'

type FindOrderForVisitor = (request: FastifyRequest, orderId: string, person: Person) => Promise<StoredOrder | null>

/**
 * Finds an order for the person it names, or its owner by token. Any mismatch returns `null` after the same work, and
 * misses are rate limited except for the owner (R24).
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
