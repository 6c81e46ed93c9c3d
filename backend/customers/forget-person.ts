import { forgetAccounts } from '../accounts/accounts.repository.ts'
import { forgetEntries } from '../admin/audit/rewrite-entries.repository.ts'
import { forgetDrafts, forgetPlacementsOf } from '../checkout/placements.repository.ts'
import { forgetInquiries } from '../contact/contact.repository.ts'
import { deleteMailsOf } from '../mail/delete-mails.repository.ts'
import { forgetOrders } from '../orders/personal-data/forget-orders.repository.ts'
import type { Trx } from '../platform/database/database.ts'
import { deleteWaitingOf } from '../waitlist/waitlist.repository.ts'
import { deleteLinksAndNotes } from './customers.repository.ts'

type Person = {
  addresses: readonly string[]
  /** The person's orders, which the caller has locked. */
  orderIds: readonly string[]
  /** Addresses of the shop: mails from and to it are not those of a person. */
  ownAddresses: readonly string[]
}

type Deleted = { accounts: number; inquiries: number; wishes: number; notes: number }

/** Takes a person out of orders and placements, and deletes all else; returns how much of each. */
export async function forgetPerson(trx: Trx, { addresses, orderIds, ownAddresses }: Person): Promise<Deleted> {
  await forgetOrders(trx, orderIds)
  await forgetPlacementsOf(trx, orderIds)
  await forgetDrafts(trx, addresses)
  const deleted = {
    accounts: await forgetAccounts(trx, addresses),
    inquiries: await forgetInquiries(trx, addresses),
    wishes: await deleteWaitingOf(trx, addresses),
    notes: await deleteLinksAndNotes(trx, addresses),
  }
  const own = new Set(ownAddresses.map((address) => address.toLowerCase()))
  await deleteMailsOf(
    trx,
    addresses.filter((address) => !own.has(address)),
  )
  // Entries about the person, and about addresses that were merged with this one at some time.
  const texts = addresses.map((address) => `"main_address":${JSON.stringify(address)}`)
  await forgetEntries(trx, { kind: 'customer', ids: addresses, texts })
  return deleted
}
