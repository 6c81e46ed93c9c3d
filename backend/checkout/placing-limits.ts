import type { PlaceOrderBody } from '@shop/contract/checkout/schemas'
import { unitsOf } from '@shop/contract/money'
import { mailboxOf } from '../accounts/normalize.ts'
import { AppError } from '../platform/http/errors/app-error.ts'
import type { Limit, LimitedKey } from '../platform/http/rate-limits/rate-limiter.ts'
import type { Held } from './placements.repository.ts'

/** Per client address. */
const PLACEMENT_LIMIT: Limit = { max: 10, minutes: 60 }

/** Per address or e-mail, and of one cart. Anyone may enter an e-mail address, so its owner keeps one attempt a minute. */
const DECLINE_LIMIT: Limit = { max: 5, minutes: 15 }
/** Of an address while stolen cards seem to be tried. */
const ALARM_DECLINES: Limit = { max: 2, minutes: 15 }
const EMAIL_DECLINES: Limit = { ...DECLINE_LIMIT, probeSeconds: 60 }
const CART_DECLINES: Limit = { max: 3, minutes: 15 }

export function clientPlacements(client: string): LimitedKey {
  return { key: `placement ${client}`, limit: PLACEMENT_LIMIT }
}

/** Under what a declined card counts for the address that sent it. */
export function clientDeclines(client: string, isAlarm = false): LimitedKey {
  return { key: `decline ${client}`, limit: isAlarm ? ALARM_DECLINES : DECLINE_LIMIT }
}

/** Declines of cards that begin alike, after which others wait. Counted only: many people have such a card. */
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

/** Under what a declined card counts for the link of an order. */
export function linkDeclines(linkId: string): LimitedKey {
  return { key: `declined link ${linkId}`, limit: DECLINE_LIMIT }
}

/** Of one client address, while the gateway has not answered. */
const MAX_RESERVED_UNITS = 20
const MAX_AT_ONCE = 3
const MAX_RESERVED_MS = 60_000

/** Throws 429 when a client holds as much of the stock as it may until the gateway has answered. */
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
 * How many placements of a machine are asked of the gateway at once. Many cards that are tried in the same moment get no
 * further than this before their declines count. Orders that were placed in the last minute let as many in at once, so
 * a rush is not held up: 100 at a gateway that takes two seconds are 50 orders a second.
 */
export const ASKED_AT_ONCE = { atOnce: 25, atMost: 100 }
