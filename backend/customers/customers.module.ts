import type { ShopModule } from '../platform/module.ts'
import { undoCustomerLink, undoCustomerNote } from './change-customer.ts'
import { customersAdminRoutes } from './customers.admin-routes.ts'

export const customersModule: ShopModule = {
  adminRoutes: [customersAdminRoutes],
  undoRules: {
    'customer.noted': undoCustomerNote,
    'customer.merged': undoCustomerLink,
    'customer.unmerged': undoCustomerLink,
  },
}
