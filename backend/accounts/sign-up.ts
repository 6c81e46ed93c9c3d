import type { FastifyRequest } from 'fastify'
import { deleteMailsTo } from '../mail/delete-mails.repository.ts'
import { enqueueMail, type MailKind } from '../mail/enqueue-mail.ts'
import type { Context } from '../platform/context.ts'
import { inTransaction, type Trx } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors/app-error.ts'
import { publicUrlOf } from '../platform/settings/settings.ts'
import { getShopSettings } from '../platform/settings/shop-settings.repository.ts'
import { accountClosedMail, welcomeMail } from './account.mail.ts'
import { createLink } from './account-links.ts'
import {
  type Customer,
  deleteCustomer,
  findCustomerByEmail,
  insertCustomer,
  lockCustomer,
} from './accounts.repository.ts'
import { buildCustomer, type SignUp } from './build-customer.ts'
import { mayWelcome } from './confirm-address.ts'
import { requirePassword } from './customer-password.ts'
import { normalizeEmail } from './normalize.ts'
import { requireGoodPassword } from './passwords/require-good-password.ts'
import { openSession } from './sessions.ts'
import { rememberAddress } from './sign-in.ts'

/**
 * Opens an account, one per email (R30), and queues the welcome message. Another transaction, since only an opened
 * account may use up the hourly message of its address.
 */
export async function signUp(
  context: Pick<Context, 'database' | 'clock' | 'settings' | 'passwords' | 'rateLimiter'>,
  person: SignUp,
  { address, device }: { address: string; device: string },
): Promise<{ customer: Customer; token: string }> {
  const { database, clock, settings, passwords, rateLimiter } = context
  await requireGoodPassword(person.password, person.email)
  if ((await findCustomerByEmail(database, normalizeEmail(person.email))) !== null) throw taken()
  const now = clock()
  const customer = await buildCustomer(person, now, passwords)
  const token = await inTransaction(database, async (trx) => {
    if (!(await insertCustomer(trx, customer))) throw taken()
    await rememberAddress(trx, customer, address, now)
    return openSession(trx, customer, { now, device })
  })
  if (await mayWelcome({ database, rateLimiter }, person.email)) {
    await inTransaction(database, (trx) => enqueueWelcome(trx, customer, { now, settings }))
  }
  return { customer, token }
}

async function enqueueWelcome(
  trx: Trx,
  customer: Customer,
  { now, settings }: { now: Date } & Pick<Context, 'settings'>,
): Promise<void> {
  const shop = await getShopSettings(trx)
  const publicUrl = publicUrlOf(settings, shop)
  const { customer_id } = customer
  const link = await createLink(trx, { customer_id, purpose: 'confirm-address' }, { now, publicUrl })
  await enqueueMail(trx, welcomeMail(customer, shop, { publicUrl, link }), { now, shop })
}

function taken(): AppError {
  return new AppError('conflict', 'There is already an account with this email address. Please sign in instead.')
}

/** Deleted with the account. */
const ACCOUNT_MAILS: readonly MailKind[] = ['welcome', 'address-confirmation', 'password-reset', 'password-changed']

declare module '../platform/context.ts' {
  interface Context {
    /** Called in the transaction that closes the account. */
    forgetWaiting: (trx: Trx, email: string) => Promise<unknown>
  }
}

type CloseContext = Pick<Context, 'database' | 'clock' | 'passwords' | 'rateLimiter' | 'forgetWaiting'>

/** Deletes a customer who knows the password, and notifies a confirmed address. Orders stay as a guest's. */
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
    // An unconfirmed address may be a stranger's, who goes on waiting.
    if (customer.email_confirmed_at === null) return
    await context.forgetWaiting(trx, normalizeEmail(customer.email))
    const shop = await getShopSettings(trx)
    await enqueueMail(trx, accountClosedMail({ to: customer.email, shop }), { now: context.clock(), shop })
  })
}
