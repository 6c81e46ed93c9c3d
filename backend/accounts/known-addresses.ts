import { createHash } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { type Customer, deleteOldAddresses, listKnownAddresses, upsertKnownAddress } from './accounts.repository.ts'

/** Milliseconds that an address is remembered after a sign-in; below, how many per customer. */
const MEMORY = 30 * 24 * 60 * 60_000
const MAX_ADDRESSES = 20

/** Whether the customer with this e-mail signed in from this address recently. */
export async function isKnownAddress(
  database: Database,
  normalizedEmail: string,
  address: string,
  now: Date,
): Promise<boolean> {
  const known = await listKnownAddresses(database, normalizedEmail, now)
  return known.some(({ customer_id, address_hash }) => address_hash === hashAddress(customer_id, address))
}

/** Remembers the address of a successful sign-in. */
export async function rememberAddress(
  database: Database,
  { customer_id }: Pick<Customer, 'customer_id'>,
  address: string,
  now: Date,
): Promise<void> {
  await upsertKnownAddress(database, {
    customer_id,
    address_hash: hashAddress(customer_id, address),
    expires_at: new Date(now.getTime() + MEMORY).toISOString(),
  })
  await deleteOldAddresses(database, customer_id, MAX_ADDRESSES, now)
}

function hashAddress(customerId: string, address: string): string {
  return createHash('sha256').update(`${customerId} ${address}`).digest('hex')
}
