import { setTimeout as pause } from 'node:timers/promises'
import { accountCalls } from '@shop/contract/accounts/calls'
import { contactCalls } from '@shop/contract/contact/calls'
import { type Client, createClient } from '@shop/contract/http/client'
import { orderCalls } from '@shop/contract/orders/calls'
import { type Database, type Location, openStore } from '../../../backend/platform/database/database.ts'
import { placeOrder } from '../../../backend/testing/orders/orders.ts'

/** A kind of write: how it is made, and how to find acknowledged ones in the database. */
export type Kind = {
  name: string
  write: (call: Client, number: number) => Promise<unknown>
  /** The numbers of the stored writes. */
  stored: (database: Database) => Promise<Set<number>>
}

/** The number of the order that the first write of a kind cancels. */
export const FIRST_ORDER = 500_000
/** A client waits before it goes on; without, a shop that is down would use up the orders. */
const RETRY_DELAY_MS = 50
const GUEST = { firstName: 'Kim', lastName: 'Visitor', email: 'kim@example.org' }

export const KINDS: readonly Kind[] = [
  {
    name: 'sign-ups',
    write: (call, number) => {
      const email = `kim${number}@example.org`
      const names = { firstName: 'Kim', lastName: 'Visitor' }
      return call(accountCalls.signUp, { body: { ...names, email, loginId: email, password: 'backpack40' } })
    },
    stored: async (database) => {
      const rows = await database.selectFrom('customers').select('email').execute()
      return new Set(rows.map(({ email }) => Number(/\d+/.exec(email)?.[0])))
    },
  },
  {
    name: 'inquiries',
    write: (call, number) =>
      call(contactCalls.contactUs, {
        body: { ...GUEST, reason: 'Feedback', reference: '', message: `Message ${number}` },
      }),
    stored: async (database) => {
      const rows = await database.selectFrom('contact_messages').select('message').execute()
      return new Set(rows.map(({ message }) => Number(/\d+/.exec(message)?.[0])))
    },
  },
  {
    name: 'cancellations',
    write: (call, number) => {
      const orderId = String(FIRST_ORDER + number)
      return call(orderCalls.cancelOrder, {
        body: {
          ...GUEST,
          orderId,
          orderDetails: {},
          cancellationReason: 'Changed My Mind',
          cancellationJustification: 'Found one at home.',
          itemsToCancel: [`${orderId}-1`],
        },
      })
    },
    stored: async (database) => {
      const rows = await database
        .selectFrom('order_items')
        .select('order_id')
        .where('cancellation_status', '=', 'cancelled')
        .execute()
      return new Set(rows.map(({ order_id }) => Number(order_id) - FIRST_ORDER))
    },
  },
]

/** Stores an order for each cancellation. */
export async function placeOrders(location: Location, count: number): Promise<void> {
  const store = await openStore(location)
  const guest = { first_name: 'Kim', last_name: 'Visitor', email: 'kim@example.org' }
  for (let number = 0; number < count; number += 1) {
    await placeOrder(store.database, { order_id: String(FIRST_ORDER + number), ...guest })
  }
  await store.close()
}

/** Each visitor comes from an address of its own: no limit applies. */
function visitor(address: string, number: number): Client {
  const from = { 'x-forwarded-for': `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}` }
  return createClient(address, (url, init) =>
    fetch(url, { ...init, headers: { ...init.headers, ...from }, signal: AbortSignal.timeout(20_000) }),
  )
}

/** Results of the writes of one kind. */
export type Written = { acknowledged: { number: number; at: number }[]; rejected: number }

/** Writes from two connections until stopped, beginning with the number `first`; records what was acknowledged and when. */
export function startWriting(
  kind: Kind,
  address: string,
  first: number,
): { written: Written; stop: () => Promise<void> } {
  const written: Written = { acknowledged: [], rejected: 0 }
  let writing = true
  let number = first
  async function work(): Promise<void> {
    while (writing) {
      const mine = number++
      await kind.write(visitor(address, mine), mine).then(
        () => written.acknowledged.push({ number: mine, at: performance.now() }),
        async () => {
          written.rejected += 1
          await pause(RETRY_DELAY_MS)
        },
      )
    }
  }
  const done = Promise.all([work(), work()])
  return {
    written,
    stop: async () => {
      writing = false
      await done
    },
  }
}

/** Waits until a write is acknowledged after a moment, or gives up after `timeoutMs`. */
export async function firstAfter(written: Written, moment: number, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs
  while (recoveryMs(written, moment) === Number.POSITIVE_INFINITY && performance.now() < deadline) await pause(20)
}

/** Milliseconds from a moment to the first write that was acknowledged after it; infinite when there is none. */
export function recoveryMs({ acknowledged }: Written, moment: number): number {
  return (acknowledged.find(({ at }) => at > moment)?.at ?? Number.POSITIVE_INFINITY) - moment
}

/** The acknowledged writes that are not in the database. */
export async function countMissing(
  location: Location,
  acknowledged: ReadonlyMap<Kind, Iterable<number>>,
): Promise<number> {
  const store = await openStore(location)
  let missing = 0
  for (const [kind, numbers] of acknowledged) {
    const stored = await kind.stored(store.database)
    missing += [...numbers].filter((number) => !stored.has(number)).length
  }
  await store.close()
  return missing
}
