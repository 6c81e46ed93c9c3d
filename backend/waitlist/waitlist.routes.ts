import { normalizeIP } from '@fastify/rate-limit'
import { TELL_ME_PATH, tellMeAddress } from '@shop/contract/waitlist/calls'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { LINKS_PER_ADDRESS } from '../accounts/account-links.ts'
import type { Context } from '../platform/context.ts'
import { AppError } from '../platform/http/errors/app-error.ts'
import { acceptForms, requireOwnForm } from '../platform/http/form-bodies.ts'
import type { Limit } from '../platform/http/rate-limits/rate-limiter.ts'
import { answerMail, joinWaitlist } from './join-waitlist.ts'

/** More than a person sends, far fewer than a script. */
const REQUESTS_PER_ADDRESS: Limit = { max: 8, minutes: 10 }
const BODY_LIMIT_BYTES = 4096

const text = z.string().check(z.maxLength(1000))
const address = z.object({ product: z._default(text, ''), token: z._default(text, '') })
const form = z.union([z.object({ answer: z.enum(['yes', 'no']) }), z.object({ email: text })])

/**
 * Handles the two forms of "Tell me when" and redirects to the result, so they work without JavaScript. A link in an
 * email only shows the second form: link scanners confirm nothing.
 */
export function waitlistRoutes(app: FastifyInstance, context: Context): void {
  void app.register((scope, _options, registered) => {
    acceptForms(scope)
    scope.post(TELL_ME_PATH, { bodyLimit: BODY_LIMIT_BYTES, schema: { hide: true } }, async (request, reply) => {
      requireOwnForm(request)
      const { query, body, ip } = request
      const { product, token } = parse(address, query)
      const sent = parse(form, body)
      const client = normalizeIP(ip)
      const answering = async (answer: 'yes' | 'no') => {
        const limited = [{ key: `waitlist link from ${client}`, limit: LINKS_PER_ADDRESS }]
        const step = await context.rateLimiter.attempt(limited, () => answerMail(context, { token, answer }))
        return step ?? 'invalid'
      }
      const joining = async (typed: string) => {
        await context.rateLimiter.count({ key: `waitlist from ${client}`, limit: REQUESTS_PER_ADDRESS })
        return joinWaitlist({ ...context, log: request.log }, { product_id: product, typed })
      }
      const step = 'answer' in sent ? await answering(sent.answer) : await joining(sent.email)
      return reply.header('cache-control', 'no-store').redirect(tellMeAddress(product, step), 303)
    })
    registered()
  })
}

function parse<T extends z.ZodMiniType>(schema: T, value: unknown): z.output<T> {
  const parsed = z.safeParse(schema, value)
  if (!parsed.success) throw new AppError('invalid_request')
  return parsed.data
}
