import { normalizeIP } from '@fastify/rate-limit'
import { unitsOf } from '@shop/contract/money'
import { type PlacementAnswer, type PlaceOrderBody, placingEndpoints } from '@shop/contract/placing.schemas'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findSignedIn } from '../../accounts/sessions.ts'
import type { Context } from '../../context.ts'
import { route } from '../../http/endpoint-route.ts'
import { AppError } from '../../http/errors/app-error.ts'
import type { Limit } from '../../http/rate-limits/rate-limiter.ts'
import { mailToOf } from '../../settings/settings.ts'
import { answerOf, bodyKey, type PlacingContext, placeOrder } from './place-order.ts'
import { findBrake, findPlacement, findReserved } from './placements.repository.ts'
import { brakeAfterDeclines } from './placing-brake.ts'

/** Per client address. */
const PLACEMENTS: Limit = { max: 10, minutes: 60 }
const LOOKS_PER_MINUTE = 120
/** Per address or e-mail. */
const DECLINES: Limit = { max: 5, minutes: 15 }
const CART_DECLINES: Limit = { max: 3, minutes: 15 }
/** Of one client address, while the gateway has not answered. */
const MAX_RESERVED_UNITS = 20
const MAX_AT_ONCE = 3
const MAX_RESERVED_MS = 60_000

/** More than a placement needs, in bytes. */
const BODY_LIMIT = 64 * 1024

export function placingRoutes(app: FastifyInstance, context: Context): void {
  const { database, clock, media, payments, settings, rateLimiter, wait } = context
  const once = coalesced<PlacementAnswer>()
  const placing: PlacingContext = {
    database,
    clock,
    media,
    payments,
    wait,
    log: app.log,
    mailTo: (shop) => mailToOf(settings, shop),
  }

  route(
    app,
    placingEndpoints.placeOrder,
    async ({ body }, request, reply) => {
      if (!context.placing || (await findBrake(database, clock())) !== null) throw new AppError('orders_paused')
      const answer = await once(bodyKey(body), () => place(body, request))
      await context.catalogVersion.refresh()
      return withStatus(reply, answer)
    },
    { bodyLimit: BODY_LIMIT },
  )

  route(
    app,
    placingEndpoints.getPlacement,
    async ({ params }, _request, reply) => withStatus(reply, await answerOf(placing, params.key)),
    { config: { rateLimit: { max: LOOKS_PER_MINUTE } } },
  )

  /** Limits hold for new placements only: a repeated key asks for an answer that is owed. */
  async function place(body: PlaceOrderBody, request: FastifyRequest): Promise<PlacementAnswer> {
    const customer = await findSignedIn(context, request)
    const client = normalizeIP(request.ip)
    const caller = { customer_id: customer?.customer_id ?? null, client, address: request.ip }
    if ((await findPlacement(database, body.key)) !== null) return placeOrder(placing, body, caller)
    const units = unitsOf(body.items)
    await requireRoom(client, units)
    await rateLimiter.count({ key: `placement ${client}`, limit: PLACEMENTS })
    const keys = [`decline ${client}`, `decline ${body.customer.email.toLowerCase()}`]
    const limited = [
      ...keys.map((key) => ({ key, limit: DECLINES })),
      { key: `declined cart ${client} ${JSON.stringify(body.items)}`, limit: CART_DECLINES },
    ]
    const answer = await rateLimiter.attempt(limited, () => placeOrder(placing, body, caller).catch(declinedAsNull))
    if (answer !== null) return answer
    await brakeAfterDeclines(placing)
    throw new AppError('payment_declined')
  }

  async function requireRoom(client: string, units: number): Promise<void> {
    const held = await findReserved(database, client)
    if (held.placements === 0) return
    const isOld = held.oldest !== null && clock().getTime() - new Date(held.oldest).getTime() > MAX_RESERVED_MS
    if (held.placements < MAX_AT_ONCE && held.units + units <= MAX_RESERVED_UNITS && !isOld) return
    throw new AppError(
      'rate_limited',
      'An earlier order of yours is still being checked. Please try again in a minute.',
      null,
      60,
    )
  }
}

/** Counted as a failed attempt. */
function declinedAsNull(error: unknown): null {
  if (error instanceof AppError && error.code === 'payment_declined') return null
  throw error
}

function withStatus<Answer extends { status: 'placed' | 'checking' }>(reply: FastifyReply, answer: Answer): Answer {
  if (answer.status === 'checking') reply.code(202)
  return answer
}

/** Runs the work of a key once at a time; those that ask meanwhile get its result. */
function coalesced<Result>(): (key: string, work: () => Promise<Result>) => Promise<Result> {
  const running = new Map<string, Promise<Result>>()
  return (key, work) => {
    const known = running.get(key)
    if (known !== undefined) return known
    const started = work().finally(() => running.delete(key))
    running.set(key, started)
    return started
  }
}
