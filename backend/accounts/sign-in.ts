import { createHash } from 'node:crypto'
import { normalizeIP } from '@fastify/rate-limit'
import { DAY_MS } from '@shop/contract/durations'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../platform/context.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import { logFactorCheck } from '../platform/http/log-authentication.ts'
import type { Limit, LimitedKey } from '../platform/http/rate-limits/rate-limiter.ts'
import { isFromHere } from '../platform/http/secure-access.ts'
import {
  type Customer,
  deleteOldAddresses,
  findCustomerByEmail,
  listKnownAddresses,
  lockCustomer,
  upsertKnownAddress,
} from './accounts.repository.ts'
import { DEMO_CUSTOMER } from './build-customer.ts'
import { normalizeEmail } from './normalize.ts'
import { deviceOf, findSignedIn, openSession } from './sessions.ts'

/** Per client address, per account and address, and per account; the last is generous and spares a known owner. */
const PER_ADDRESS: Limit = { max: 50, minutes: 15 }
const PER_ACCOUNT_AND_ADDRESS: Limit = { max: 10, minutes: 15, delayAfter: 5 }
const PER_ACCOUNT: Limit = { max: 100, minutes: 15, delayAfter: 20, probeSeconds: 10 }

type SignInContext = Pick<Context, 'database' | 'clock' | 'passwords' | 'rateLimiter'>

/** `null` when email or password is wrong. Failures are rate limited. */
export async function signIn(
  context: SignInContext,
  request: FastifyRequest,
  { loginId, password }: { loginId: string; password: string },
): Promise<{ customer: Customer; token: string } | null> {
  const { database, clock, rateLimiter } = context
  const email = normalizeEmail(loginId)
  const address = normalizeIP(request.ip)
  const limited: LimitedKey[] = [
    { key: `sign-in from ${address}`, limit: PER_ADDRESS },
    { key: `sign-in to ${email} from ${address}`, limit: PER_ACCOUNT_AND_ADDRESS },
  ]
  if (!(await isKnown(context, request, email, address))) {
    limited.push({ key: `sign-in to ${email}`, limit: PER_ACCOUNT })
  }
  const customer = await rateLimiter.attempt(limited, () => findByPassword(context, request, email, password))
  if (customer === null) return null
  const now = clock()
  return inTransaction(database, async (trx) => {
    // The password may have changed, or the account closed, since the comparison.
    if (!(await lockCustomer(trx, customer))) return null
    await rememberAddress(trx, customer, address, now)
    return { customer, token: await openSession(trx, customer, { now, device: deviceOf(request) }) }
  })
}

async function isKnown(
  context: SignInContext,
  request: FastifyRequest,
  email: string,
  address: string,
): Promise<boolean> {
  if ((await findSignedIn(context, request))?.email_folded === email) return true
  return isKnownAddress(context.database, email, address, context.clock())
}

/** An unknown email takes as long as a wrong password (R31). The demo password works on this machine only. */
async function findByPassword(
  { database, passwords }: Pick<Context, 'database' | 'passwords'>,
  request: FastifyRequest,
  email: string,
  password: string,
): Promise<Customer | null> {
  const found = await findCustomerByEmail(database, email)
  const customer = email === DEMO_CUSTOMER.email && !isFromHere(request) ? null : found
  const right = await passwords.verify(password, customer?.password_hash ?? passwords.dummyHash)
  logFactorCheck(request, { customer: customer?.customer_id ?? null }, 'password', right)
  return right ? customer : null
}

/** Milliseconds; below, how many per customer. */
const KNOWN_ADDRESS_MS = 30 * DAY_MS
const MAX_ADDRESSES = 20

/** Whether the customer signed in from here recently. */
async function isKnownAddress(
  database: Database,
  normalizedEmail: string,
  address: string,
  now: Date,
): Promise<boolean> {
  const known = await listKnownAddresses(database, normalizedEmail, now)
  return known.some(({ customer_id, address_hash }) => address_hash === hashAddress(customer_id, address))
}

export async function rememberAddress(
  database: Database,
  { customer_id }: Pick<Customer, 'customer_id'>,
  address: string,
  now: Date,
): Promise<void> {
  await upsertKnownAddress(database, {
    customer_id,
    address_hash: hashAddress(customer_id, address),
    expires_at: new Date(now.getTime() + KNOWN_ADDRESS_MS).toISOString(),
  })
  await deleteOldAddresses(database, customer_id, MAX_ADDRESSES, now)
}

function hashAddress(customerId: string, address: string): string {
  return createHash('sha256').update(`${customerId} ${address}`).digest('hex')
}
