import type { ShopModule } from '../platform/module.ts'
import { undoDiscount } from './change-code.ts'
import { discountsAdminRoutes } from './discounts.admin-routes.ts'

export const discountsModule: ShopModule = {
  adminRoutes: [discountsAdminRoutes],
  undoRules: {
    'discount.entered': { ...undoDiscount, ownersOnly: true },
    'discount.changed': { ...undoDiscount, ownersOnly: true },
    'discount.turned_on': { ...undoDiscount, ownersOnly: true },
    'discount.paused': { ...undoDiscount, ownersOnly: true },
    'discount.ended': { ...undoDiscount, ownersOnly: true },
  },
}
