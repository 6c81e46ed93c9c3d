import type { Context } from '../context.ts'
import { inTransaction } from '../database/database.ts'
import { AppError } from '../errors/app-error.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { publicUrlOf } from '../settings.ts'
import { getShopSettings } from '../shop-settings/shop-settings.repository.ts'
import { createLink } from './account-links.ts'
import { type Customer, insertCustomer } from './accounts.repository.ts'
import { buildCustomer, type SignUp } from './build-customer.ts'
import { rememberAddress } from './known-addresses.ts'
import { requireGoodPassword } from './require-good-password.ts'
import { openSession } from './sessions.ts'
import { welcomeMail } from './welcome.mail.ts'

/**
 * Opens an account with a session and queues the welcome message, in one transaction. One account per e-mail address
 * (R30).
 */
export async function signUp(
  { database, clock, settings, passwords }: Pick<Context, 'database' | 'clock' | 'settings' | 'passwords'>,
  person: SignUp,
  { address, device }: { address: string; device: string },
): Promise<{ customer: Customer; token: string }> {
  await requireGoodPassword(person.password, person.email)
  const now = clock()
  const customer = await buildCustomer(person, now, passwords)
  return inTransaction(database, async (trx) => {
    if (!(await insertCustomer(trx, customer))) {
      throw new AppError('conflict', 'There is already an account with this e-mail address. Please sign in instead.')
    }
    const shop = await getShopSettings(trx)
    const publicUrl = publicUrlOf(settings, shop)
    const { customer_id } = customer
    const link = await createLink(trx, { customer_id, purpose: 'confirm-address' }, { now, publicUrl })
    await enqueueMail(trx, welcomeMail(customer, shop, { publicUrl, link }), { now, shop })
    await rememberAddress(trx, customer, address, now)
    return { customer, token: await openSession(trx, customer, { now, device }) }
  })
}
