import { isMailAddress } from '@shop/contract/accounts/fields'
import { type ChangeContext, writeAudit } from '../admin/audit/audit.repository.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { lockOrdersOf } from '../orders/personal-data/forget-orders.repository.ts'
import type { Context } from '../platform/context.ts'
import { inTransaction } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors/app-error.ts'
import { mergeParts } from '../platform/merge-parts.ts'
import { mailToOf } from '../platform/settings/settings.ts'
import { getShopSettings } from '../platform/settings/shop-settings.repository.ts'
import { listAddresses, requirePerson } from './change-customer.ts'
import { dataDeletedMail } from './customers.mail.ts'
import { lockLinks } from './customers.repository.ts'
import { findDeletionProblem } from './open-matters.repository.ts'

type Deletion = {
  email: string
  /** The main address, typed to confirm. */
  typed: string
  /** Addresses that the owner saw; `null` skips the comparison. */
  seen: readonly string[] | null
}

/**
 * Deletes a person's data on request and tells each of their addresses. Orders stay, without a name. It has no undo,
 * and the audit log has no name. Returns the number of orders that stay.
 */
export async function deleteCustomer(
  { database, clock, actor, settings, modules }: ChangeContext & Pick<Context, 'settings' | 'modules'>,
  { email, typed, seen }: Deletion,
): Promise<{ orders: number }> {
  return inTransaction(database, async (trx) => {
    await lockLinks(trx)
    const person = await requirePerson(trx, email)
    const addresses = await listAddresses(trx, person)
    if (typed.trim().toLowerCase() !== person.toLowerCase()) {
      const message = `Please type ${person}`
      throw new AppError('conflict', message, [{ field: 'typed', message }])
    }
    if (seen !== null && seen.toSorted().join(' ') !== addresses.toSorted().join(' ')) {
      throw new AppError(
        'conflict',
        'Someone changed this person’s addresses since you opened the page. Please look again.',
      )
    }
    const orderIds = await lockOrdersOf(trx, addresses)
    const problem = await findDeletionProblem(trx, addresses)
    if (problem !== null) throw new AppError('conflict', `This person’s data can’t be deleted yet. ${problem}`)
    const [now, shop] = [clock(), await getShopSettings(trx)]
    const ownAddresses = [shop.email, shop.supportEmail, mailToOf(settings, shop)]
    const parts: [string, Record<string, number> | undefined][] = []
    for (const { name, personalData } of modules) {
      parts.push([name, await personalData?.forget(trx, { addresses, orderIds, ownAddresses })])
    }
    const deleted = mergeParts('count of deleted data', parts)
    for (const to of addresses.filter(isMailAddress)) await enqueueMail(trx, dataDeletedMail(to, shop), { now, shop })
    const orders = orderIds.length
    const subject = { kind: 'customer', id: 'deleted' }
    await writeAudit(trx, {
      ...{ at: now, actor, action: 'customer.deleted', subject },
      ...{ before: null, after: { orders, ...deleted } },
    })
    return { orders }
  })
}
