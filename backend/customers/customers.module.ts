import type { ShopModule } from '../platform/module.ts'
import { undoCustomerLink, undoCustomerNote } from './change-customer.ts'
import { customersAdminRoutes } from './customers.admin-routes.ts'
import { deleteLinksAndNotes, listNotesOn } from './customers.repository.ts'
import { listLinksOf } from './people.repository.ts'

export const customersModule: ShopModule = {
  name: 'customers',
  callGroups: { customers: 'admin: customers' },
  adminRoutes: [customersAdminRoutes],
  personalData: {
    read: async (database, addresses) => ({
      added_addresses: (await listLinksOf(database, addresses)).map(({ email, linked_at }) => ({ email, linked_at })),
      notes: (await listNotesOn(database, addresses)).map(({ note, noted_at }) => ({ note, noted_at })),
    }),
    forget: async (trx, { addresses }) => ({ notes: await deleteLinksAndNotes(trx, addresses) }),
  },
  auditSubjects: { customer: { need: ['orders'] } },
  undoRules: {
    'customer.noted': undoCustomerNote,
    'customer.merged': undoCustomerLink,
    'customer.unmerged': undoCustomerLink,
  },
}
