import { normalizeIP } from '@fastify/rate-limit'
import { type PlacementAnswer, type PlaceOrderBody, placingEndpoints } from '@shop/contract/checkout/schemas'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findSignedIn } from '../accounts/sessions.ts'
import { checkDiscountCode } from '../discounts/read-discount.ts'
import { countCardFailure } from '../payments/gateway/card-failures.ts'
import type { Context } from '../platform/context.ts'
import { route } from '../platform/http/endpoint-route.ts'
import { AppError } from '../platform/http/errors/app-error.ts'
import type { Limit } from '../platform/http/rate-limits/rate-limiter.ts'
import { createTurns } from '../platform/http/rate-limits/turns.ts'
import { coalesced } from '../platform/lib/coalesced.ts'
import { toFamilyOf } from '../platform/settings/settings.ts'
import { alarmAfterDeclines } from './decline-alarm.ts'
import { createDeclineGuard } from './decline-guard.ts'
import { payLinkRoutes } from './pay-link.routes.ts'
import {
  bodyKey,
  getAnswer,
  type PlacingContext,
  placeOrder,
  repeatedAnswer,
  UnknownNonceError,
  UsedCodeError,
} from './place-order.ts'
import { findPlacementAndHeld, findPlacingState } from './placements.repository.ts'
import { ASKED_AT_ONCE, clientDeclines, declineLimits, requireRoom } from './placing-limits.ts'

const LOOKS_PER_MINUTE = 120
/** Far above the limit of orders: a refused request locks others out for a moment and does not count there. */
const TRIES_PER_MINUTE = 120
const FAILURES_PER_MINUTE = 10
/** Enough to mistype a code, too few to guess one. */
const CODE_LIMIT: Limit = { max: 20, minutes: 1 }

/** Phases 1 of this process: one holds the lock, and the next has begun. */
const PHASES_AT_ONCE = 2

const BODY_LIMIT_BYTES = 64 * 1024

export function placingRoutes(app: FastifyInstance, context: Context): void {
  const { database, clock, media, payments, settings, rateLimiter, wait } = context
  const once = coalesced<PlacementAnswer>()
  const placing: PlacingContext = {
    database,
    clock,
    media,
    payments,
    wait,
    inTurn: createTurns(clock, { atOnce: PHASES_AT_ONCE }).run,
    rateLimiter,
    log: app.log,
    toFamily: (shop) => toFamilyOf(settings, shop),
  }

  const turns = createTurns(clock, ASKED_AT_ONCE)
  const guard = createDeclineGuard(context)

  route(
    app,
    placingEndpoints.placeOrder,
    async ({ body }, request, reply) => {
      const isGone = () => reply.raw.destroyed
      const answer = await once(bodyKey(body), () => place(body, request, isGone))
      await context.catalogVersion.refresh()
      return withStatus(reply, answer)
    },
    { bodyLimit: BODY_LIMIT_BYTES, config: { rateLimit: { max: TRIES_PER_MINUTE } } },
  )

  route(
    app,
    placingEndpoints.checkDiscountCode,
    async ({ body }, request) => {
      await requireOpen(context)
      await countCode(normalizeIP(request.ip))
      return checkDiscountCode(database, body, clock())
    },
    { bodyLimit: BODY_LIMIT_BYTES },
  )

  route(
    app,
    placingEndpoints.reportCardFailure,
    async (_input, request) => {
      await requireOpen(context)
      if (await countCardFailure(context, normalizeIP(request.ip))) {
        request.log.warn('the card fields failed for shoppers ten times in an hour')
      }
      return { success: true as const }
    },
    { config: { rateLimit: { max: FAILURES_PER_MINUTE } } },
  )

  route(
    app,
    placingEndpoints.getPlacement,
    async ({ params }, _request, reply) => withStatus(reply, await getAnswer(placing, params.key)),
    { config: { rateLimit: { max: LOOKS_PER_MINUTE, allowList: [] } } },
  )

  const countDecline = (client: string, error: unknown) => countAsDecline({ placing, rateLimiter }, client, error)
  payLinkRoutes(app, context, { placing, turns, guard, countDecline })

  /** Limits only apply to new placements. A repeated key gets its answer even when orders are closed. */
  async function place(body: PlaceOrderBody, request: FastifyRequest, isGone: () => boolean): Promise<PlacementAnswer> {
    const client = normalizeIP(request.ip)
    const [{ placement, held }, { areOrdersOpen, isAlarm }] = await Promise.all([
      findPlacementAndHeld(database, body.key, client),
      findPlacingState(database, clock()),
    ])
    if (placement !== null) return repeatedAnswer(placing, body, () => getAnswer(placing, body.key))
    if (!areOrdersOpen) throw new AppError('orders_paused')
    requireRoom(held, body.items, clock())
    // The answer tells whether a code can be used, even without an order.
    if (body.discountCode !== undefined) await countCode(client)
    const customer = await findSignedIn(context, request)
    const caller = { customer_id: customer?.customer_id ?? null, client, address: request.ip, isGone }
    const limits = declineLimits(client, body, isAlarm)
    let refusal = new AppError('payment_declined')
    const answer = await guard({ limits, nonce: body.nonce, isAlarm }, (queued) =>
      turns.run(async (waited) => {
        if (queued || waited) await requireOpen(context)
        return placeOrder(placing, body, caller).catch((error: unknown) => {
          if (!(error instanceof UsedCodeError)) return countDecline(client, error)
          // Counts as a decline, so asking about many people is limited like trying many cards.
          refusal = error
          return null
        })
      }),
    )
    if (answer === null) throw refusal
    if (answer.status === 'placed') turns.noteSuccess()
    return answer
  }

  function countCode(client: string): Promise<void> {
    return rateLimiter.count({ key: `discount code from ${client}`, limit: CODE_LIMIT })
  }
}

async function requireOpen({ database, clock }: Pick<Context, 'database' | 'clock'>): Promise<void> {
  if (!(await findPlacingState(database, clock())).areOrdersOpen) throw new AppError('orders_paused')
}

/** `null`: a failed attempt. An invalid nonce only counts for its client address, so no one else is blocked. */
async function countAsDecline(
  { placing, rateLimiter }: { placing: PlacingContext; rateLimiter: Context['rateLimiter'] },
  client: string,
  error: unknown,
): Promise<null> {
  if (error instanceof UnknownNonceError) {
    await rateLimiter.count(clientDeclines(client))
    throw error
  }
  if (!(error instanceof AppError) || error.code !== 'payment_declined') throw error
  await alarmAfterDeclines(placing)
  return null
}

function withStatus<Answer extends { status: 'placed' | 'checking' }>(reply: FastifyReply, answer: Answer): Answer {
  if (answer.status === 'checking') reply.code(202)
  return answer
}
