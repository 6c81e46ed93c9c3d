import { normalizeIP } from '@fastify/rate-limit'
import { contactUsEndpoint } from '@shop/contract/contact'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { route } from '../http/endpoint-route.ts'
import type { Limit } from '../http/rate-limits/rate-limiter.ts'
import { receiveInquiry } from './receive-inquiry.ts'

/** Inquiries from one client address: more than a person sends, far fewer than a script. */
const MESSAGES_PER_ADDRESS: Limit = { max: 8, minutes: 10 }

export function contactRoutes(app: FastifyInstance, context: Context): void {
  route(app, contactUsEndpoint, async ({ body }, request) => {
    const address = normalizeIP(request.ip)
    await context.rateLimiter.count({ key: `message from ${address}`, limit: MESSAGES_PER_ADDRESS })
    const { website = '', ...inquiry } = body
    await receiveInquiry(context, inquiry, website !== '')
    return { success: true as const }
  })
}
