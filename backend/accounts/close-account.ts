import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { inTransaction } from '../database/database.ts'
import { AppError } from '../http/errors/app-error.ts'
import { enqueueMail, type MailKind } from '../mail/enqueue-mail.ts'
import { deleteMailsTo } from '../mail/outbox.repository.ts'
import { getShopSettings } from '../settings/shop/shop-settings.repository.ts'
import { accountClosedMail } from './account.mail.ts'
import { type Customer, deleteCustomer, lockCustomer } from './accounts.repository.ts'
import { requirePassword } from './customer-password.ts'

/** Messages about the account itself, which are deleted with it. */
const ACCOUNT_MAILS: readonly MailKind[] = ['welcome', 'address-confirmation', 'password-reset', 'password-changed']

type CloseContext = Pick<Context, 'database' | 'clock' | 'passwords' | 'rateLimiter'>

/**
 * Deletes a customer who knows the password, with sessions, links, known addresses and messages about the account, and
 * notifies them at a confirmed address. Orders stay, as those of a guest.
 */
export async function closeAccount(
  context: CloseContext,
  request: FastifyRequest,
  { customer, password }: { customer: Customer; password: string },
): Promise<void> {
  await requirePassword(context, request, { customer, password })
  await inTransaction(context.database, async (trx) => {
    if (!(await lockCustomer(trx, customer))) throw new AppError('conflict')
    await deleteMailsTo(trx, customer.email, ACCOUNT_MAILS)
    await deleteCustomer(trx, customer.customer_id)
    if (customer.email_confirmed_at === null) return
    const shop = await getShopSettings(trx)
    await enqueueMail(trx, accountClosedMail({ to: customer.email, shop }), { now: context.clock(), shop })
  })
}
