import type { PlaceOrderBody } from '@shop/contract/checkout/schemas'
import { unitsOf } from '@shop/contract/money'
import { mailboxOf } from '../accounts/normalize.ts'
import { AppError } from '../platform/http/errors/app-error.ts'
import type { Limit, LimitedKey } from '../platform/http/rate-limits/rate-limiter.ts'
import type { Held } from './placements.repository.ts'

/** Per client address. */
const PLACEMENT_LIMIT: Limit = { max: 10, minutes: 60 }

/** Per client, email and cart. An email address can be someone else's, so it keeps one attempt a minute. */
const DECLINE_LIMIT: Limit = { max: 5, minutes: 15 }
/** Per client address during the alarm. */
const ALARM_DECLINES: Limit = { max: 2, minutes: 15 }
const EMAIL_DECLINES: Limit = { ...DECLINE_LIMIT, probeSeconds: 60 }
const CART_DECLINES: Limit = { max: 3, minutes: 15 }

export function clientPlacements(client: string): LimitedKey {
  return { key: `placement ${client}`, limit: PLACEMENT_LIMIT }
}

export function clientDeclines(client: string, isAlarm = false): LimitedKey {
  return { key: `decline ${client}`, limit: isAlarm ? ALARM_DECLINES : DECLINE_LIMIT }
}

/** Declines of cards of one range, after which others wait. It blocks none, since many people have such a card. */
export const FLAGGED_RANGE: Limit = { max: 5, minutes: 15 }

export function cardRange(digits: string): LimitedKey {
  return { key: `declined cards ${digits}`, limit: { ...FLAGGED_RANGE, max: Number.MAX_SAFE_INTEGER } }
}

export function declineLimits(client: string, { customer, items }: PlaceOrderBody, isAlarm: boolean): LimitedKey[] {
  return [
    clientDeclines(client, isAlarm),
    { key: `decline ${mailboxOf(customer.email)}`, limit: EMAIL_DECLINES },
    { key: `declined cart ${client} ${JSON.stringify(items)}`, limit: CART_DECLINES },
  ]
}

export function linkDeclines(linkId: string): LimitedKey {
  return { key: `declined link ${linkId}`, limit: DECLINE_LIMIT }
}

/** Per client address, until the gateway answers. */
const MAX_RESERVED_UNITS = 20
const MAX_AT_ONCE = 3
const MAX_RESERVED_MS = 60_000

/** Throws a 429 if a client holds as much stock as it may until the gateway answers. */
export function requireRoom(held: Held, items: PlaceOrderBody['items'], now: Date): void {
  if (held.placements === 0) return
  const isOld = held.oldest !== null && now.getTime() - new Date(held.oldest).getTime() > MAX_RESERVED_MS
  if (held.placements < MAX_AT_ONCE && held.units + unitsOf(items) <= MAX_RESERVED_UNITS && !isOld) return
  throw new AppError(
    'rate_limited',
    'We’re still checking an earlier order of yours. Please try again in a minute.',
    null,
    60,
  )
}

/**
 * Placements at the gateway at once, which limits card testers until declines count. Each order of the last minute
 * admits one more: 100 at a gateway of two seconds are 50 orders a second.
 */
export const ASKED_AT_ONCE = { atOnce: 25, atMost: 100 }
