import { adminMail, type UnsentMail } from '@shop/contract/mail/admin'
import type { FastifyInstance } from 'fastify'
import { type ComposedMail, composeMail, storeMail } from '../../mail/enqueue-mail.ts'
import { countUnsent, type ListedMail, listUnsent, retryUnsent } from '../../mail/outbox.repository.ts'
import type { Context } from '../../platform/context.ts'
import { type Database, inTransaction } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { UNUSABLE_ADDRESS } from '../../platform/lib/text.ts'
import { getShopSettings } from '../../platform/settings/shop-settings.repository.ts'
import { adminRoute, ORDERS_OR_INQUIRIES, OWNERS } from '../admin-route.ts'
import { type ChangeContext, writeAudit } from '../audit/audit.repository.ts'

const MAX_LISTED = 200

const NO_MAIL_SERVER =
  'No test was sent: no email server is set up yet. Ask your technical contact to set SMTP_URL and restart the shop.'

export function mailAdminRoutes(app: FastifyInstance, context: Context): void {
  const { database, settings } = context

  adminRoute(app, context, adminMail.listUnsentMails, ORDERS_OR_INQUIRIES, async () => {
    const mails = await listFailedFirst(database)
    const { failed, waiting } = await countUnsent(database)
    const more = Math.max(0, failed + waiting - mails.length)
    return { mails: mails.map(toWire), more, has_mail_server: settings.smtpUrl !== null }
  })

  adminRoute(app, context, adminMail.retryMail, ORDERS_OR_INQUIRIES, async ({ body }, { admin }) => {
    const retried = await retryMails({ ...context, actor: admin.email }, body.id)
    if (retried === 0) throw new AppError('conflict', 'This email has already been sent, or its address is mistyped.')
    return { audit_id: null }
  })

  adminRoute(app, context, adminMail.sendTestMail, OWNERS, async (_input, { admin }) => {
    const shop = await getShopSettings(database)
    const mail = { kind: 'test', to: admin.email, text: { name: 'test', values: {} } } as const
    await sendWords(context, admin.email, await composeMail(database, mail, shop))
    return { audit_id: null }
  })
}

/** Sends a text to someone of the shop as a test; refused without a mail server. */
export async function sendWords(
  { database, clock, settings }: Pick<Context, 'database' | 'clock' | 'settings'>,
  to: string,
  mail: ComposedMail,
): Promise<void> {
  if (settings.smtpUrl === null) throw new AppError('conflict', NO_MAIL_SERVER)
  await inTransaction(database, (trx) => storeMail(trx, { kind: 'test', to }, mail, { now: clock() }))
}

async function listFailedFirst(database: Database): Promise<ListedMail[]> {
  const failed = await listUnsent(database, { state: 'failed', limit: MAX_LISTED })
  return [...failed, ...(await listUnsent(database, { state: 'waiting', limit: MAX_LISTED - failed.length }))]
}

function toWire(mail: ListedMail): UnsentMail {
  const { id, kind, recipient, subject, state, attempts, created_at, next_attempt_at, last_error } = mail
  return {
    id,
    kind,
    recipient,
    subject,
    state: state === 'failed' ? 'failed' : 'waiting',
    attempts,
    created_at,
    next_attempt_at,
    last_error,
    can_be_sent: last_error !== UNUSABLE_ADDRESS,
  }
}

/** Makes one unsent email due now, or all with `null`, with an audit entry. Returns the count. */
export async function retryMails({ database, clock, actor }: ChangeContext, id: string | null): Promise<number> {
  return inTransaction(database, async (trx) => {
    const now = clock()
    const retried = await retryUnsent(trx, id, now)
    if (retried > 0) {
      const subject = { kind: 'mail', id: id ?? 'all' }
      await writeAudit(trx, {
        at: now,
        actor,
        action: 'mail.retried',
        subject,
        before: null,
        after: { mails: retried },
      })
    }
    return retried
  })
}
