import { findProductNames } from '../admin/audit/audit-subjects.repository.ts'
import type { ShopModule } from '../platform/module.ts'
import { productsOfEntry, undoDiscount } from './change-code.ts'
import { discountsAdminRoutes } from './discounts.admin-routes.ts'

export const discountsModule: ShopModule = {
  name: 'discounts',
  callGroups: { discounts: 'admin: sales' },
  adminRoutes: [discountsAdminRoutes],
  auditSubjects: { discount: { names: { idsIn: productsOfEntry, find: findProductNames } } },
  undoRules: {
    'discount.entered': { ...undoDiscount, ownersOnly: true },
    'discount.changed': { ...undoDiscount, ownersOnly: true },
    'discount.turned_on': { ...undoDiscount, ownersOnly: true },
    'discount.paused': { ...undoDiscount, ownersOnly: true },
    'discount.ended': { ...undoDiscount, ownersOnly: true },
  },
}
