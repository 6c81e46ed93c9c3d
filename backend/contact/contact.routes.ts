import { randomBytes } from 'node:crypto'
import { normalizeIP } from '@fastify/rate-limit'
import type { InquiryInput } from '@shop/contract/contact/calls'
import { contactEndpoints } from '@shop/contract/contact/schemas'
import type { FastifyInstance } from 'fastify'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import type { Context } from '../platform/context.ts'
import { inTransaction } from '../platform/database/database.ts'
import { route } from '../platform/http/endpoint-route.ts'
import { countsWithin, type Limit, type LimitedKey } from '../platform/http/rate-limits/rate-limiter.ts'
import { headerText } from '../platform/lib/text.ts'
import { adminUrlOf, mailToOf, publicUrlOf } from '../platform/settings/settings.ts'
import { getShopSettings } from '../platform/settings/shop-settings.repository.ts'
import { contactMail } from './contact.mail.ts'
import { insertInquiry, type StoredInquiry } from './contact.repository.ts'

/** More than a person sends, far fewer than a script. */
const MESSAGES_PER_ADDRESS: Limit = { max: 8, minutes: 10 }

/** For all clients, against floods; further inquiries are in the admin only. */
const ALL_MAILS: LimitedKey = { key: 'inquiry emails', limit: { max: 200, minutes: 60 } }
/** Announces that. */
const LAST_MAIL: LimitedKey = { key: 'last inquiry email', limit: { max: 1, minutes: 60 } }

export function contactRoutes(app: FastifyInstance, context: Context): void {
  route(app, contactEndpoints.contactUs, async ({ body }, request) => {
    const address = normalizeIP(request.ip)
    await context.rateLimiter.count({ key: `message from ${address}`, limit: MESSAGES_PER_ADDRESS })
    const { website = '', ...inquiry } = body
    const probableSpam = website !== ''
    const isWithin = !probableSpam && (await countsWithin(context.rateLimiter, ALL_MAILS))
    const isLast = !probableSpam && !isWithin && (await countsWithin(context.rateLimiter, LAST_MAIL))
    if (isLast) request.log.warn('so many inquiries that their emails stop for up to an hour')
    await receiveInquiry(context, inquiry, { probableSpam, isMailed: isWithin || isLast, isLast })
    return { success: true as const }
  })
}

/** Stores an inquiry and queues its email (R32); not for a filled honeypot, since autofill may have filled it. */
async function receiveInquiry(
  { database, clock, settings }: Pick<Context, 'database' | 'clock' | 'settings'>,
  inquiry: InquiryInput,
  { probableSpam, isMailed, isLast }: { probableSpam: boolean; isMailed: boolean; isLast: boolean },
): Promise<void> {
  const now = clock()
  const stored: StoredInquiry = {
    message_id: randomBytes(6).toString('hex'),
    first_name: headerText(inquiry.firstName),
    last_name: headerText(inquiry.lastName),
    email: inquiry.email,
    reason: inquiry.reason,
    reference: headerText(inquiry.reference),
    message: inquiry.message,
    received_at: now.toISOString(),
    answered_at: null,
    probable_spam: probableSpam ? 1 : 0,
  }
  await inTransaction(database, async (trx) => {
    await insertInquiry(trx, stored)
    if (!isMailed) return
    const shop = await getShopSettings(trx)
    const adminUrl = adminUrlOf(settings, shop, publicUrlOf(settings, shop))
    await enqueueMail(trx, contactMail(stored, mailToOf(settings, shop), { adminUrl, isLast }), { now, shop })
  })
}
