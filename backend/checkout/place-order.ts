import { createHash, randomInt } from 'node:crypto'
import type { PlacementAnswer, PlaceOrderBody } from '@shop/contract/checkout/schemas'
import { unitsOf } from '@shop/contract/money'
import { controlPanelOf } from '@shop/contract/payments/provider-name'
import { hasUsedCode, usedCode } from '../discounts/read-discount.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import type { MediaStore } from '../media/store/media-store.ts'
import { paymentAlertMail } from '../orders/orders.mail.ts'
import { newOrderNumber } from '../orders/orders.repository.ts'
import { type AuthorizeRequest, DUPLICATE_REASON, type Payments } from '../payments/gateway/payments.ts'
import { checkAuthorizationNow, LEASE_MS } from '../payments/ledger/operations.repository.ts'
import { insertOperation, listOperations } from '../payments/ledger/payments.repository.ts'
import { bumpStockVersion } from '../platform/database/catalog-version/catalog-version.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors/app-error.ts'
import { describeError } from '../platform/http/errors/error-log.ts'
import type { RateLimiter } from '../platform/http/rate-limits/rate-limiter.ts'
import type { Turns } from '../platform/http/rate-limits/turns.ts'
import { getShopSettings } from '../platform/settings/shop-settings.repository.ts'
import {
  CODE_USED,
  type CompletionContext,
  closePlacement,
  completePlacement,
  latestOrderOf,
} from './complete-placement.ts'
import { type PlacementDraft, storedDraft } from './placement-draft.ts'
import {
  findPlacement,
  findPlacementAndHeld,
  hashPlacementKey,
  insertPlacement,
  type Placement,
} from './placements.repository.ts'
import { clientPlacements, requireRoom } from './placing-limits.ts'
import { readTerms, type Terms, takeAndQuote } from './quote-order.ts'

declare module '../platform/context.ts' {
  interface Context {
    wait: (ms: number) => Promise<unknown>
  }
}

export type WorkerContext = CompletionContext & Pick<PlacingContext, 'payments'>

export type PlacingContext = CompletionContext & {
  payments: Payments
  media: Pick<MediaStore, 'urlOf'>
  rateLimiter: Pick<RateLimiter, 'countWith'>
  wait: (ms: number) => Promise<unknown>
  /** Runs phase 1 one by one, like the lock of the order number, but without a connection while waiting. */
  inTurn: Turns['run']
}

/** The account, if signed in, and the client's address for the gateway's fraud checks. */
export type Caller = {
  customer_id: string | null
  client: string
  address: string
  isGone: () => boolean
}

/** Throws if the client left while waiting. Their page has said that the order failed. */
export function requirePresent({ isGone }: Pick<Caller, 'isGone'>): void {
  if (isGone()) throw new AppError('unavailable', 'The connection ended before your turn. Please try again.')
}

/** Milliseconds to wait for the first request's answer, and between looks. */
const MAX_WAIT_MS = 25_000
const POLL_INTERVAL_MS = 200

/**
 * Places an order in three phases, so no connection is lost between money and order. 1: a transaction checks, takes the
 * stock and stores the request. 2: the gateway, with no open transaction. 3: a transaction makes the order or restores
 * the stock. If the process dies, the worker runs phase 3 or voids. A repeated key gets the same answer and never
 * reaches the gateway.
 */
export async function placeOrder(
  context: PlacingContext,
  body: PlaceOrderBody,
  caller: Caller,
): Promise<PlacementAnswer> {
  // Before the transaction, which holds a lock.
  const terms = await readTerms(context.database, body)
  const first = await context.inTurn(() => reserve(context, body, { terms, caller }))
  const answer = () => getAnswer(context, body.key)
  if (first === null) return repeatedAnswer(context, body, answer)
  const { placement } = first
  const placed = await authorize(context, requestOf(body, first, caller))
  return fallBackToChecking(context, placement, placed ? placedAnswer(context, placement) : answer())
}

/** The answer, or `checking` if it cannot be read: the card may be charged, which an error would deny. */
export function fallBackToChecking<Answer extends { status: string }>(
  { log }: Pick<PlacingContext, 'log'>,
  { reference, order_id, paid_order_id }: Placement,
  answer: Promise<Answer>,
): Promise<Answer | Checking> {
  return answer.catch((error: unknown) => {
    if (error instanceof AppError) throw error
    log.error(
      { reference, error: describeError(error) },
      'the answer to a placement could not be read; its page asks again',
    )
    return { status: 'checking', number: paid_order_id ?? order_id }
  })
}

type Checking = { status: 'checking'; number: string }

type Reserved = {
  placement: Placement
  operation: Pick<AuthorizeRequest, 'provider' | 'operationId'>
  draft: PlacementDraft
}

/** Phase 1. `null`: the key has a placement. */
async function reserve(
  { database, clock, rateLimiter, payments: { provider } }: PlacingContext,
  body: PlaceOrderBody,
  { terms, caller }: { terms: Terms; caller: Caller },
): Promise<Reserved | null> {
  return inTransaction(database, async (trx) => {
    const now = clock()
    // Locks the counter: placements pass here one by one, and see earlier ones.
    const order_id = await newOrderNumber(trx)
    const known = await findPlacementAndHeld(trx, body.key, caller.client)
    if (known.placement !== null) return null
    await rateLimiter.countWith(trx, clientPlacements(caller.client))
    requirePresent(caller)
    requireRoom(known.held, body.items, now)
    const quote = await takeAndQuote(trx, body, terms, now)
    const { customer, address } = body
    const is_code_used = quote.discount !== null && (await hasUsedCode(trx, quote.discount.code, customer.email))
    const draft: PlacementDraft = { customer, address, quote, is_code_used }
    const reference = newReference(order_id)
    const placement: Placement = {
      placement_key: hashPlacementKey(body.key),
      body_hash: hashOf(body),
      state: 'checking',
      order_id,
      paid_order_id: null,
      reference,
      customer_id: caller.customer_id,
      discount_code: quote.discount?.code ?? null,
      client: caller.client,
      units: unitsOf(quote.items),
      total_cents: quote.sums.total,
      draft: storedDraft(draft),
      version: 0,
      created_at: now.toISOString(),
      finished_at: null,
    }
    await insertPlacement(trx, placement)
    const asked = { provider, reference, kind: 'authorize', amount_cents: quote.sums.total, state: 'sent' } as const
    const operationId = await insertOperation(trx, { ...asked, now, wait: LEASE_MS })
    await bumpStockVersion(trx)
    return { placement, operation: { provider, operationId }, draft }
  })
}

function requestOf(
  { nonce, billingZip }: PlaceOrderBody,
  { placement, operation, draft }: Reserved,
  { address: customerIp }: Caller,
): AuthorizeRequest {
  const { customer, address, quote } = draft
  return {
    ...operation,
    reference: placement.reference,
    nonce,
    cents: placement.total_cents,
    taxCents: quote.sums.tax,
    shippingCents: quote.sums.delivery - quote.sums.deliveryDiscount,
    billingZip,
    customerIp,
    shipTo: { ...customer, ...address, address2: address.address2 ?? '', zip: address.zipCode },
  }
}

/** Phases 2 and 3. Returns whether there is an order. An unknown answer is left to the worker. */
export async function authorize(context: WorkerContext, request: AuthorizeRequest): Promise<boolean> {
  const { payments, log } = context
  const { reference } = request
  const result = await payments.authorize(request)
  try {
    if (result.outcome === 'done') return await completePlacement(context, reference, result.transaction)
    if (result.outcome === 'declined') {
      await closePlacement(context, reference, { state: 'declined', reason: result.code })
    } else if (result.outcome === 'rejected') {
      log.error(
        { reference, reason: result.reason, codes: result.codes },
        'the payment gateway refused an authorization',
      )
      await closePlacement(context, reference, { state: 'failed', reason: result.reason })
    } else {
      log.warn({ reference, cause: result.cause }, 'whether a payment was authorized is not known yet')
      await checkAuthorizationNow(context.database, reference, context.clock())
      if (result.cause === DUPLICATE_REASON) await tellOfDuplicate(context, request)
    }
  } catch (error) {
    // The worker repeats it once the database is available.
    log.error({ reference, error: describeError(error) }, 'a placement could not be completed and is checked later')
  }
  return false
}

/** Each reference is sent once, so a duplicate at the gateway needs a person. */
async function tellOfDuplicate(
  { database, clock, toFamily, log }: WorkerContext,
  { provider, reference }: AuthorizeRequest,
): Promise<void> {
  log.error({ reference }, 'the payment gateway took a payment for a repetition of an earlier one')
  await inTransaction(database, async (trx) => {
    const shop = await getShopSettings(trx)
    const text = `The payment gateway treated payment ${reference} as a repeat of an earlier one, though the shop sends each payment once. The shop is looking up the earlier one. Within about ten minutes it places the order, marks it as paid, or tells the shopper that they weren’t charged. Please compare the two in ${controlPanelOf(provider)}.`
    await enqueueMail(trx, paymentAlertMail(text, [], toFamily(shop).to), { now: clock(), shop })
  })
}

/** The answer for a key. Throws if the placement failed. */
export async function getAnswer(
  { database, media }: Pick<PlacingContext, 'database' | 'media'>,
  key: string,
): Promise<PlacementAnswer> {
  const placement = await findPlacement(database, key)
  if (placement === null || placement.paid_order_id !== null) {
    throw new AppError('not_found', 'We can’t find this order. Nothing was charged.')
  }
  if ((await requireNoFailure(database, placement)) === 'checking') {
    return { status: 'checking', number: placement.order_id }
  }
  return placedAnswer({ media }, placement)
}

async function placedAnswer({ media }: Pick<PlacingContext, 'media'>, placement: Placement): Promise<PlacementAnswer> {
  const order = await latestOrderOf(placement, media)
  if (order === null) throw finalAnswerError('conflict', PLACED_LONG_AGO)
  return { status: 'placed', order }
}

export async function requireNoFailure(database: Database, placement: Placement): Promise<'checking' | 'placed'> {
  switch (placement.state) {
    case 'checking':
    case 'placed':
      return placement.state
    case 'declined':
      throw new AppError('payment_declined')
    case 'failed':
      throw await explainFailure(database, placement)
    case 'abandoned':
      if (placement.discount_code !== null && (await listReasons(database, placement)).includes(CODE_USED))
        throw new UsedCodeError(placement.discount_code)
      throw finalAnswerError('conflict', 'This payment didn’t go through, and you weren’t charged. Please try again.')
  }
}

/** A final error. Its field tells the page that the key has no order, and that the next press needs a new one. */
function finalAnswerError(
  code: 'unavailable' | 'conflict' | 'rate_limited',
  message: string,
  retryAfter: number | null = null,
): AppError {
  return new AppError(code, message, [{ field: 'key', message }], retryAfter)
}

const PLACED_LONG_AGO = 'This order was placed more than 30 days ago. Please look it up by its number.'
const NONCE_OVER =
  'Your card details have expired or were already used. Nothing was charged. Please enter your card again.'
const GATEWAY_BUSY = 'Please try again in a minute. Nothing was charged.'

/** The gateway does not know the nonce: used, expired or made up. No bank was asked, so it is no decline. */
export class UnknownNonceError extends AppError {
  constructor() {
    super('payment_declined', NONCE_OVER)
  }
}

/** The shopper has used a code that works once per person. Only an authorized card learns this. */
export class UsedCodeError extends AppError {
  constructor(code: string) {
    const message = `${usedCode(code)} We’re releasing the hold on your card.`
    super('conflict', message, [
      { field: 'key', message },
      { field: 'discountCode', message },
    ])
  }
}

async function explainFailure(database: Database, placement: Placement): Promise<AppError> {
  const reasons = await listReasons(database, placement)
  if (reasons.includes('nonce')) return new UnknownNonceError()
  if (reasons.includes('busy')) return finalAnswerError('rate_limited', GATEWAY_BUSY, 60)
  return finalAnswerError('unavailable', 'Card payments are not available right now. Nothing was charged.')
}

async function listReasons(database: Database, { reference }: Placement): Promise<(string | null)[]> {
  return (await listOperations(database, reference, 'authorize')).map(({ last_error }) => last_error)
}

type Keyed = { key: string; nonce: string }

/** Waits for the first request's answer. A different body with the same key is a conflict. */
export async function repeatedAnswer<Answer extends { status: string }>(
  { database, wait }: Pick<PlacingContext, 'database' | 'wait'>,
  body: Keyed,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  const known = await findPlacement(database, body.key)
  if (known !== null && known.body_hash !== hashOf(body)) {
    throw new AppError('conflict', 'This order was already sent with different contents. Please reload the page.')
  }
  for (let waited = 0; waited < MAX_WAIT_MS; waited += POLL_INTERVAL_MS) {
    const now = await answer()
    if (now.status !== 'checking') return now
    await wait(POLL_INTERVAL_MS)
  }
  return answer()
}

export function bodyKey(body: Keyed): string {
  return `${body.key} ${hashOf(body)}`
}

/** Hash without the nonce, which a page may renew when it asks again. */
export function hashOf({ nonce: _, ...body }: Keyed): string {
  return createHash('sha256').update(JSON.stringify(body)).digest('hex')
}

/** The payment's reference at the gateway: the order's number, and six characters that are not easily confused. */
export function newReference(orderId: string): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  return `${orderId}-${Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join('')}`
}
