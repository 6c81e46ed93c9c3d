import { signUpEndpoint } from '@shop/contract/accounts'
import { type Client, createClient } from '@shop/contract/client'
import { contactUsEndpoint } from '@shop/contract/contact'
import { cancelOrderEndpoint } from '@shop/contract/orders'
import type { Database } from '../../backend/database/database.ts'

/** A kind of write: how it is made, and how to find acknowledged ones in the database. */
export type Kind = {
  name: string
  write: (call: Client, number: number) => Promise<unknown>
  /** The numbers of the stored writes. */
  stored: (database: Database) => Promise<Set<number>>
}

export const FIRST_ORDER = 500_000
const GUEST = { firstName: 'Kim', lastName: 'Visitor', email: 'kim@example.org' }

export const KINDS: readonly Kind[] = [
  {
    name: 'sign-ups',
    write: (call, number) => {
      const email = `kim${number}@example.org`
      const names = { firstName: 'Kim', lastName: 'Visitor' }
      return call(signUpEndpoint, { body: { ...names, email, loginId: email, password: 'backpack40' } })
    },
    stored: async (database) => {
      const rows = await database.selectFrom('customers').select('email').execute()
      return new Set(rows.map(({ email }) => Number(/\d+/.exec(email)?.[0])))
    },
  },
  {
    name: 'inquiries',
    write: (call, number) =>
      call(contactUsEndpoint, { body: { ...GUEST, reason: 'Feedback', reference: '', message: `Message ${number}` } }),
    stored: async (database) => {
      const rows = await database.selectFrom('contact_messages').select('message').execute()
      return new Set(rows.map(({ message }) => Number(/\d+/.exec(message)?.[0])))
    },
  },
  {
    name: 'cancellations',
    write: (call, number) => {
      const orderId = String(FIRST_ORDER + number)
      return call(cancelOrderEndpoint, {
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

/** Each visitor has an address of its own, so that rate limits do not apply. */
function visitor(address: string, number: number): Client {
  const from = { 'x-forwarded-for': `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}` }
  return createClient(address, (url, init) =>
    fetch(url, { ...init, headers: { ...init.headers, ...from }, signal: AbortSignal.timeout(20_000) }),
  )
}

/** Results of the writes of one kind. */
export type Written = { acknowledged: { number: number; at: number }[]; refused: number }

/** Writes repeatedly until stopped, and records what was acknowledged when. */
export function startWriting(
  kind: Kind,
  address: string,
  first: number,
): { written: Written; stop: () => Promise<void> } {
  const written: Written = { acknowledged: [], refused: 0 }
  let writing = true
  let number = first
  async function work(): Promise<void> {
    while (writing) {
      const mine = number++
      await kind.write(visitor(address, mine), mine).then(
        () => written.acknowledged.push({ number: mine, at: performance.now() }),
        () => {
          written.refused += 1
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
