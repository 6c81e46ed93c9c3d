import { normalizeIP } from '@fastify/rate-limit'
import { type LinkPaymentAnswer, type PayByLinkBody, payLinkEndpoints } from '@shop/contract/pay-links/schemas'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../platform/context.ts'
import { route } from '../platform/http/endpoint-route.ts'
import { AppError } from '../platform/http/errors/app-error.ts'
import type { Turns } from '../platform/http/rate-limits/turns.ts'
import { coalesced } from '../platform/lib/coalesced.ts'
import type { DeclineGuard } from './decline-guard.ts'
import { getLinkAnswer, payByLink, requirePayLink, showPayLink } from './pay-by-link.ts'
import { bodyKey, type PlacingContext, repeatedAnswer } from './place-order.ts'
import { findDeclineAlarm, findPlacement } from './placements.repository.ts'
import { clientDeclines, linkDeclines } from './placing-limits.ts'

const LOOKS_PER_MINUTE = 120
const BODY_LIMIT_BYTES = 16 * 1024

/** State shared by placing and paying by link: the queue at the gateway and the decline counters. */
type Shared = {
  placing: PlacingContext
  turns: Turns
  guard: DeclineGuard
  countDecline: (client: string, error: unknown) => Promise<null>
}

/** Payment of manual orders by link, which works while online orders are paused. */
export function payLinkRoutes(
  app: FastifyInstance,
  { database, clock, settings }: Context,
  { placing, turns, guard, countDecline }: Shared,
): void {
  const once = coalesced<LinkPaymentAnswer>()
  const canTakeCards = settings.gateways.length > 0

  route(app, payLinkEndpoints.showPayLink, async ({ body: { token } }) => showPayLink(placing, token, canTakeCards), {
    bodyLimit: BODY_LIMIT_BYTES,
    config: { rateLimit: { max: LOOKS_PER_MINUTE, allowList: [] } },
  })

  route(
    app,
    payLinkEndpoints.payByLink,
    async ({ body }, request, reply) => {
      const isGone = () => reply.raw.destroyed
      return withStatus(reply, await once(bodyKey(body), () => pay(body, request, isGone)))
    },
    { bodyLimit: BODY_LIMIT_BYTES },
  )

  /** Limits only apply to new payments; a repeated key gets its answer. */
  async function pay(body: PayByLinkBody, request: FastifyRequest, isGone: () => boolean): Promise<LinkPaymentAnswer> {
    const client = normalizeIP(request.ip)
    if ((await findPlacement(database, body.key)) !== null) {
      return repeatedAnswer(placing, body, () => getLinkAnswer(placing, body.key))
    }
    const { link_id } = await requirePayLink(database, body.token)
    if (!canTakeCards) throw new AppError('unavailable', 'Card payments are not available right now.')
    const isAlarm = (await findDeclineAlarm(database, clock())) !== null
    const limits = [clientDeclines(client, isAlarm), linkDeclines(link_id)]
    const answer = await guard({ limits, nonce: body.nonce, isAlarm }, () =>
      turns.run(() =>
        payByLink(placing, body, { client, address: request.ip, isGone }).catch((error: unknown) =>
          countDecline(client, error),
        ),
      ),
    )
    if (answer === null) throw new AppError('payment_declined')
    return answer
  }
}

function withStatus(reply: FastifyReply, answer: LinkPaymentAnswer): LinkPaymentAnswer {
  if (answer.status === 'checking') reply.code(202)
  return answer
}
