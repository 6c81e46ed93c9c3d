import { randomBytes } from 'node:crypto'
import { normalizeIP } from '@fastify/rate-limit'
import type { InquiryInput } from '@shop/contract/contact/calls'
import { contactEndpoints } from '@shop/contract/contact/schemas'
import type { FastifyInstance } from 'fastify'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import type { Context } from '../platform/context.ts'
import { inTransaction } from '../platform/database/database.ts'
import { route } from '../platform/http/endpoint-route.ts'
import type { Limit } from '../platform/http/rate-limits/rate-limiter.ts'
import { headerText } from '../platform/lib/text.ts'
import { adminUrlOf, mailToOf, publicUrlOf } from '../platform/settings/settings.ts'
import { getShopSettings } from '../platform/settings/shop-settings.repository.ts'
import { contactMail } from './contact.mail.ts'
import { insertInquiry, type StoredInquiry } from './contact.repository.ts'

/** Inquiries from one client address: more than a person sends, far fewer than a script. */
const MESSAGES_PER_ADDRESS: Limit = { max: 8, minutes: 10 }

export function contactRoutes(app: FastifyInstance, context: Context): void {
  route(app, contactEndpoints.contactUs, async ({ body }, request) => {
    const address = normalizeIP(request.ip)
    await context.rateLimiter.count({ key: `message from ${address}`, limit: MESSAGES_PER_ADDRESS })
    const { website = '', ...inquiry } = body
    await receiveInquiry(context, inquiry, website !== '')
    return { success: true as const }
  })
}

/**
 * Stores an inquiry and queues its mail in one transaction (R32). An inquiry that filled the honeypot field is stored but
 * not mailed, since a browser's autofill may have filled it.
 */
async function receiveInquiry(
  { database, clock, settings }: Pick<Context, 'database' | 'clock' | 'settings'>,
  inquiry: InquiryInput,
  probableSpam: boolean,
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
    if (probableSpam) return
    const shop = await getShopSettings(trx)
    const adminUrl = adminUrlOf(settings, shop, publicUrlOf(settings, shop))
    await enqueueMail(trx, contactMail(stored, mailToOf(settings, shop), adminUrl), { now, shop })
  })
}
