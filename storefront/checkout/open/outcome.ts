import type { PlacementResult } from '@shop/contract/checkout/calls'
import { asList, asRecord, asText } from '@shop/contract/http/coercion'
import { CallError, shownText } from '@shop/contract/http/errors'

export type Detail = { field: string; message: string }

/** The state of an attempt after a call. Only `placed`, `declined`, `ended` and some of `changed` are final. */
export type Outcome =
  | { name: 'placed'; order: Readonly<Record<string, unknown>> }
  | { name: 'checking'; number: string }
  /** There was no answer, or none that says whether the card was charged. */
  | { name: 'unknown' }
  /** The shop has no order of this key. */
  | { name: 'missing' }
  | { name: 'declined'; message: string }
  /** `isUnavailable`: no card can be charged at present. */
  | { name: 'ended'; message: string; isUnavailable: boolean }
  /** Orders are paused, in whole or for half an hour. */
  | { name: 'paused' }
  /** Nothing was charged, and the same key may be sent again; `details` name what to correct or what has changed. */
  | { name: 'refused'; message: string; details: readonly Detail[] }
  /** `isFinal`: the same key may not be sent again. */
  | { name: 'changed'; message: string; details: readonly Detail[]; isFinal: boolean }

export function outcomeOf(result: PlacementResult): Outcome {
  return result.status === 'placed'
    ? { name: 'placed', order: result.order }
    : { name: 'checking', number: result.number }
}

/** Interprets an error. One not written by the shop itself says nothing about the card. */
export function outcomeOfError(error: unknown): Outcome {
  if (!(error instanceof CallError) || error.kind !== 'status') return { name: 'unknown' }
  const body = asRecord(error.body)
  const message = error.serverMessage ?? 'Please try again.'
  const details = asList(body?.details).flatMap(parseDetail)
  const changes = details.filter(({ field }) => field !== 'key')
  const isFinal = changes.length < details.length
  if (isFinal && changes.length === 0 && body?.error !== 'invalid_request')
    return { name: 'ended', message, isUnavailable: body?.error === 'unavailable' }
  switch (body?.error) {
    case 'payment_declined':
      return { name: 'declined', message }
    case 'orders_paused':
      return { name: 'paused' }
    case 'not_found':
      return { name: 'missing' }
    case 'conflict':
      return details.length === 0 ? { name: 'unknown' } : { name: 'changed', message, details: changes, isFinal }
    case 'invalid_request':
    case 'too_large':
      return { name: 'refused', message, details }
    case 'rate_limited':
      return { name: 'refused', message: withTime(message, error.retryAfter), details: [] }
    case 'unavailable':
      return { name: 'refused', message: `${message} You weren’t charged.`, details: [] }
    default:
      return { name: 'unknown' }
  }
}

function withTime(message: string, seconds: number | null): string {
  if (seconds === null) return message
  if (/try again in/.test(message)) return `${message} You weren’t charged.`
  const time = new Date(Date.now() + seconds * 1000).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })
  return `${message} You can try again at ${time}. You weren’t charged.`
}

/** Said of a field where the server has sent a code or nothing. */
const NO_WORDS = 'Please check this.'

function parseDetail(value: unknown): Detail[] {
  const row = asRecord(value)
  const field = asText(row?.field)
  return field === null ? [] : [{ field, message: shownText(row?.message) ?? NO_WORDS }]
}

/** How long the page looks for an answer, and milliseconds between two looks. */
const MAX_LOOKS = 30
const LOOK_INTERVAL_MS = 2000
/** After so many looks in a row a request that was cut has surely not arrived. */
const MAX_MISSING = 3

export type Following = {
  look: () => Promise<Outcome>
  /** Sends the same request again; `null` after a reload, when the card's token is gone. */
  resend: (() => Promise<Outcome>) | null
  wait: (ms: number) => Promise<unknown>
  /** Whether the shopper has left the page, which ends the looking. */
  isLeft: () => boolean
  onNumber: (number: string) => void
}

/**
 * Looks for the answer to a key for a minute, and sends the request again where the shop does not have it: the key makes
 * that safe. `null`: it is not known in that time.
 */
export async function followAttempt({ look, resend, wait, isLeft, onNumber }: Following): Promise<Outcome | null> {
  let missing = 0
  for (let looks = 0; looks < MAX_LOOKS && !isLeft(); looks += 1) {
    let outcome = await look()
    missing = outcome.name === 'missing' ? missing + 1 : 0
    if (outcome.name === 'missing' && resend !== null) outcome = await resend()
    if (outcome.name === 'checking') onNumber(outcome.number)
    const isMissing = outcome.name === 'missing' && missing >= MAX_MISSING
    const isKnown =
      ['placed', 'declined', 'ended'].includes(outcome.name) || (outcome.name === 'changed' && outcome.isFinal)
    // A refusal says that the repeated request was not processed, which says nothing about the first one.
    if (isKnown || isMissing) return outcome
    await wait(LOOK_INTERVAL_MS)
  }
  return null
}
